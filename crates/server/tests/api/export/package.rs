//! A package on the disk.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use serde_json::Value;
use sha2::{Digest as _, Sha256};

/// A row by column.
pub type Row = BTreeMap<String, String>;

/// All files of a package.
pub struct Package {
    /// By path.
    pub files: BTreeMap<String, Vec<u8>>,
    /// `datapackage.json`.
    pub description: Value,
}

impl Package {
    /// Reads a folder, and compares it with its manifest.
    pub fn read(root: &Path) -> Self {
        let mut files = BTreeMap::new();
        collect(root, root, &mut files);
        let manifest: Value = serde_json::from_slice(&files["manifest.json"]).unwrap();
        let listed = manifest["files"].as_array().unwrap();
        assert_eq!(listed.len() + 1, files.len());
        for file in listed {
            let content = &files[file["path"].as_str().unwrap()];
            assert_eq!(
                (file["sha256"].as_str().unwrap(), file["bytes"].as_u64()),
                (sha256(content).as_str(), Some(content.len() as u64))
            );
        }
        let description = serde_json::from_slice(&files["datapackage.json"]).unwrap();
        let package = Self { files, description };
        for file in listed.iter().filter(|file| file["rows"].is_u64()) {
            let rows = package.rows(file["path"].as_str().unwrap()).len();
            assert_eq!(file["rows"], rows, "{file}");
        }
        package
    }

    /// The rows of a table.
    pub fn table(&self, name: &str) -> Vec<Row> {
        self.rows(self.resource(name)["path"].as_str().unwrap())
    }

    /// A table's description.
    pub fn resource(&self, name: &str) -> &Value {
        self.resources().into_iter().find(|resource| resource["name"] == name).unwrap()
    }

    /// All tables' descriptions.
    pub fn resources(&self) -> Vec<&Value> {
        self.description["resources"].as_array().unwrap().iter().collect()
    }

    /// The names of a file's columns.
    pub fn header(&self, path: &str) -> Vec<String> {
        let mut reader = csv::Reader::from_reader(self.files[path].as_slice());
        reader.headers().unwrap().iter().map(str::to_owned).collect()
    }

    fn rows(&self, path: &str) -> Vec<Row> {
        csv::Reader::from_reader(self.files[path].as_slice()).deserialize().collect::<Result<_, _>>().unwrap()
    }
}

fn collect(root: &Path, folder: &Path, files: &mut BTreeMap<String, Vec<u8>>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(root, &path, files);
        } else {
            files.insert(path.strip_prefix(root).unwrap().display().to_string(), fs::read(&path).unwrap());
        }
    }
}

pub fn sha256(content: &[u8]) -> String {
    unmask_study::hex(&Sha256::digest(content))
}

/// Whether a cell says why there is no value.
pub fn is_code(cell: &str) -> bool {
    unmask_study::missing::Missing::ALL.iter().any(|why| why.code() == cell)
}

/// A file of an archive: path, time of day, permissions, content.
pub type Packed = (String, Option<String>, Option<u32>, Vec<u8>);

/// The files of an archive, in its order.
pub fn packed(path: &Path) -> Vec<Packed> {
    let mut archive = zip::ZipArchive::new(fs::File::open(path).unwrap()).unwrap();
    let count = archive.len();
    let file = |index: usize| {
        let mut file = archive.by_index(index).unwrap();
        let mut content = Vec::new();
        std::io::Read::read_to_end(&mut file, &mut content).unwrap();
        (file.name().unwrap().into_owned(), file.last_modified().map(|at| at.to_string()), file.unix_mode(), content)
    };
    (0..count).map(file).collect()
}
