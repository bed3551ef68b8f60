* Encoding: UTF-8.
* Reads the data package with SPSS or PSPP; run it with the package's folder as working directory (CD 'folder').
* A missing value keeps its reason: numbers have a code from {{ lowest }} to -9901, declared as missing and labelled,
  words have the code itself.
* SPSS reads a line break inside a text as the end of the row: where a participant typed several lines, the table comes from
  a copy in analysis/spss with spaces for line breaks.
{% for table in tables %}
* {{ table.title }}.
GET DATA /TYPE=TXT /FILE='{{ table.file }}' /ENCODING='UTF8' /ARRANGEMENT=DELIMITED /DELIMITERS=',' /QUALIFIER='"'
  /FIRSTCASE=2 /VARIABLES=
{%- for column in table.columns %}
  {{ column.name }} A{{ column.width }}
{%- endfor %}.
{%- for column in table.columns if column.number %}
RECODE {{ column.name }} (CONVERT)
{%- for code in missing %}
  ('{{ code.code }}'={{ code.number }})
{%- endfor %}
  INTO @{{ loop.index }}.
{%- endfor %}
{%- if table.columns | selectattr("number") | list %}
EXECUTE.
{%- for column in table.columns if column.number %}
DELETE VARIABLES {{ column.name }}.
RENAME VARIABLES (@{{ loop.index }}={{ column.name }}).
MISSING VALUES {{ column.name }} ({{ lowest }} THRU -9901).
{%- endfor %}
{%- endif %}
VARIABLE LABELS
{%- for column in table.columns %}
  {{ column.name }} {{ column.label }}
{%- endfor %}.
{%- for column in table.columns if column.values %}
VALUE LABELS {{ column.name }}
{%- for value in column.values %}
  {{ value.value }} {{ value.label }}
{%- endfor %}.
{%- endfor %}
SAVE OUTFILE='analysis/{{ table.name }}.sav'.
{% endfor %}
