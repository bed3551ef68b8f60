//! Fields of forms that are not questions of the study.

use unmask_study::answers::FieldError;

/// A complaint about a field.
pub fn complain(item: &str, message: impl Into<String>) -> FieldError {
    FieldError { item: item.to_owned(), message: message.into(), complaint: None }
}
