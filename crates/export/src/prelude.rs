//! Common imports of the package's writers.

pub(crate) use serde_json::{Map, Value, json};
pub(crate) use unmask_study::missing::Missing;

pub(crate) use crate::bundle::{Version, Versions, Wide};
pub(crate) use crate::cell::{Cell, form, plain, stratum, time};
pub(crate) use crate::error::{ExportError, Result};
pub(crate) use crate::manifest::{Contents, pretty};
pub(crate) use crate::package::Package;
pub(crate) use crate::schema::{Column, Kind, Table, column};
pub(crate) use crate::table::Writer;
pub(crate) use crate::tables::Tables;
