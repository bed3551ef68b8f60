// Generated from docs/generated/error-messages.json by `make generate`. Do not edit.

export interface ErrorParams {
  study_closed: 'status';
  study_folder_read_only: 'reason';
  study_folder_shared: 'study';
  too_large: 'kib';
  too_many_items: 'items';
  too_many_requests: 'seconds';
}

export interface FieldParams {
  length: 'min' | 'max';
  too_long: 'max';
  link_parameter_too_long: 'name' | 'max';
  days_range: 'max';
  template_unknown: 'choices';
  quota_above_target: 'target';
}
