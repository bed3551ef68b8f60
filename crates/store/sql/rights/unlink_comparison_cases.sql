delete from comparison_case
