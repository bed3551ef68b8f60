//! The modules of the server form layers, and no import runs upwards. In every crate, circles of imports stay small and
//! comments fit the line width.
//!
//! An import is a path in the code that begins with `crate`, `super`, `self` or a module of the same file, with or
//! without `use`. Unit tests at the end of a file don't count. A circle is a strongly connected component of the graph
//! of files and their imports: each of its files leads to all others. Its size is the number of its files.

#![expect(clippy::unwrap_used, reason = "in a test a panic is the message")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The server's modules, the lowest first. Each may import those before it.
const LAYERS: [&str; 21] = [
    "base",
    "api",
    "media",
    "mail",
    "study_versions",
    "allocation",
    "auth",
    "https",
    "serve",
    "metrics",
    "collector",
    "reports",
    "read_models",
    "webhooks",
    "recruiters",
    "web_app",
    "app",
    "installation",
    "routes",
    "jobs",
    "cli",
];

/// Folders of crates with the number of files that may be in one circle of imports.
const LARGEST_CIRCLE: [(&str, usize); 10] = [
    ("crates/server", 12),
    ("crates/analysis", 6),
    ("crates/media", 6),
    ("crates/study", 6),
    ("crates/store", 6),
    ("crates/export", 6),
    ("crates/simulation", 6),
    ("crates/faults", 6),
    ("bench", 6),
    ("tools/stimuli", 6),
];

#[test]
fn no_import_runs_upwards() {
    let sources = Sources::read("crates/server");
    let layer = |file: &str| {
        let module = file.split('/').next().unwrap_or_default().trim_end_matches(".rs");
        LAYERS.iter().position(|layer| *layer == module)
    };
    let mut upwards = Vec::new();
    for (file, imports) in sources.imports() {
        if file == "lib.rs" || file == "main.rs" {
            continue;
        }
        let own = layer(&file).unwrap_or_else(|| panic!("crates/server/src/{file} is in no layer: {LAYERS:?}"));
        for (path, imported) in imports {
            if layer(&imported).is_none_or(|layer| layer > own) {
                upwards.push(format!("crates/server/src/{file} imports {path}, which is in a layer above"));
            }
        }
    }
    assert!(upwards.is_empty(), "{} imports run upwards:\n{}", upwards.len(), upwards.join("\n"));
}

#[test]
fn circles_of_imports_are_small() {
    for (name, most) in LARGEST_CIRCLE {
        let imports = Sources::read(name).imports();
        let graph = imports.iter().map(|(file, to)| (file.clone(), to.iter().map(|(_, to)| to.clone()).collect()));
        let circle = largest_circle(&graph.collect());
        let links: Vec<String> = circle
            .iter()
            .flat_map(|file| imports[file].iter().map(move |(path, to)| (file, path, to)))
            .filter(|(_, _, to)| circle.contains(*to))
            .map(|(file, path, _)| format!("{name}/src/{file} imports {path}"))
            .collect();
        assert!(circle.len() <= most, "a circle of {} files, at most {most}:\n{}", circle.len(), links.join("\n"));
    }
}

/// rustfmt wraps code, but not comments.
#[test]
fn comments_have_at_most_120_columns() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut long = Vec::new();
    for path in LARGEST_CIRCLE.iter().flat_map(|(name, _)| rust_files(&root.join(name))) {
        let text = fs::read_to_string(&path).unwrap();
        let comments = (1..).zip(text.lines()).filter(|(_, line)| line.trim_start().starts_with("//"));
        let lines = comments.filter(|(_, line)| line.chars().count() > 120);
        long.extend(lines.map(|(number, _)| format!("{}:{number}", path.strip_prefix(&root).unwrap().display())));
    }
    assert!(long.is_empty(), "{} comments are too long:\n{}", long.len(), long.join("\n"));
}

#[test]
fn imports_are_read_in_every_form() {
    let source = "use crate::a::{b, c::{D, e as f}, self};\nuse std::fs; // crate::comment\n\
        let text = \"crate::text\"; let quote = '\"'; super::g(h::i, x.h::j, k::h::l);\n\
        #[cfg(test)]\nmod tests {\n    use crate::test;\n}\n";
    let code = code_of(source);
    let read: Vec<String> = paths(&code, &BTreeSet::from(["h".to_owned()])).into_iter().map(|p| p.join("::")).collect();
    assert_eq!(read, ["crate::a::b", "crate::a::c::D", "crate::a::c::e", "crate::a", "super::g", "h::i"]);
}

/// The sources of a crate.
struct Sources {
    /// By path below `src/`: the code without comments and strings, and the modules that it declares.
    files: BTreeMap<String, (String, BTreeSet<String>)>,
    /// The file of the module `crate`.
    top: &'static str,
}

/// What a file imports: the path as it is written, and the file that it leads to.
type Imports = BTreeMap<String, BTreeSet<(String, String)>>;

impl Sources {
    fn read(name: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name).join("src");
        let mut files = BTreeMap::new();
        for path in rust_files(&root) {
            let code = code_of(&fs::read_to_string(&path).unwrap());
            let modules = code.lines().filter_map(declared).collect();
            files.insert(path.strip_prefix(&root).unwrap().display().to_string(), (code, modules));
        }
        let top = ["lib.rs", "main.rs"].into_iter().find(|file| files.contains_key(*file));
        let top = top.unwrap_or_else(|| panic!("no sources in {}", root.display()));
        Self { files, top }
    }

    fn imports(&self) -> Imports {
        let of = |file: &str, code: &str, modules: &BTreeSet<String>| {
            let paths = paths(code, modules).into_iter();
            let imported = paths.filter_map(|path| Some((path.join("::"), self.target(file, &path, 0)?)));
            imported.filter(|(_, to)| to != file).collect()
        };
        self.files.iter().map(|(file, (code, modules))| (file.clone(), of(file, code, modules))).collect()
    }

    /// The file that a path in `file` leads to. Names that a module imports are followed to their definition.
    fn target(&self, file: &str, path: &[String], depth: usize) -> Option<String> {
        let mut at = file.to_owned();
        for (index, segment) in path.iter().enumerate() {
            match segment.as_str() {
                "crate" => self.top.clone_into(&mut at),
                "self" => {}
                "super" => at = self.parent(&at)?,
                name => match self.child(&at, name) {
                    Some(child) => at = child,
                    None if at == file => return Some(at),
                    None => return Some(self.named(&at, name, &path[index + 1..], depth).unwrap_or(at)),
                },
            }
        }
        Some(at)
    }

    /// Where the module `at` has `name` from, if it imports it.
    fn named(&self, at: &str, name: &str, rest: &[String], depth: usize) -> Option<String> {
        let (code, modules) = self.files.get(at)?;
        let mut imported = paths(code, modules).into_iter().filter(|path| path.last().is_some_and(|last| last == name));
        let path = imported.next().filter(|_| depth < 8)?;
        self.target(at, &[path, rest.to_vec()].concat(), depth + 1)
    }

    fn child(&self, at: &str, name: &str) -> Option<String> {
        self.files.get(at).filter(|(_, modules)| modules.contains(name))?;
        let folder = match at.strip_suffix(".rs")? {
            "lib" | "main" => String::new(),
            at => format!("{}/", at.strip_suffix("/mod").unwrap_or(at)),
        };
        [format!("{folder}{name}.rs"), format!("{folder}{name}/mod.rs")]
            .into_iter()
            .find(|f| self.files.contains_key(f))
    }

    fn parent(&self, at: &str) -> Option<String> {
        let module = at.strip_suffix("/mod.rs").or_else(|| at.strip_suffix(".rs"))?;
        let Some((folder, _)) = module.rsplit_once('/') else { return Some(self.top.to_owned()) };
        [format!("{folder}.rs"), format!("{folder}/mod.rs")].into_iter().find(|file| self.files.contains_key(file))
    }
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .flat_map(|path| if path.is_dir() { rust_files(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect()
}

/// The name in a line like `pub mod name;`.
fn declared(line: &str) -> Option<String> {
    let (before, name) = line.trim().strip_suffix(';')?.split_once("mod ")?;
    (before.is_empty() || before.starts_with("pub")).then(|| name.to_owned())
}

/// A source without comments, texts and the unit tests at its end.
fn code_of(source: &str) -> String {
    let source = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let (mut code, mut rest) = (String::new(), source);
    while let Some(next) = rest.chars().next() {
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(raw) = rest.strip_prefix("r#\"") {
            raw.find("\"#").map_or(rest.len(), |end| end + 5)
        } else if next == '"' {
            text_end(rest)
        } else if rest.starts_with("'\"'") {
            3
        } else {
            code.push(next);
            next.len_utf8()
        };
        rest = &rest[length..];
    }
    code
}

/// The length of the text in quotes with which `code` begins.
fn text_end(code: &str) -> usize {
    let mut escaped = true;
    for (index, char) in code.char_indices() {
        match char {
            '"' if index > 0 && !escaped => return index + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    code.len()
}

/// All paths that begin with `crate`, `super`, `self` or one of `modules`.
fn paths(code: &str, modules: &BTreeSet<String>) -> Vec<Vec<String>> {
    let word = |char: char| char.is_alphanumeric() || char == '_';
    let mut found = Vec::new();
    let mut rest = code;
    let mut before = ' ';
    while let Some(next) = rest.chars().next() {
        let name: &str = &rest[..rest.find(|char| !word(char)).unwrap_or(rest.len())];
        let starts = !word(before) && before != ':' && before != '.';
        let known = ["crate", "super", "self"].contains(&name) || modules.contains(name);
        if starts && known && rest[name.len()..].starts_with("::") {
            let length = tree(rest, &[], &mut found);
            before = ' ';
            rest = &rest[length..];
        } else {
            let length = name.len().max(next.len_utf8());
            before = rest[..length].chars().next_back().unwrap_or(' ');
            rest = &rest[length..];
        }
    }
    found
}

/// Reads a path or a tree of paths such as `a::{b, c::d}`; returns its length.
fn tree(code: &str, prefix: &[String], found: &mut Vec<Vec<String>>) -> usize {
    let mut path = prefix.to_vec();
    let mut at = 0;
    loop {
        let rest = &code[at..];
        if rest.starts_with('{') {
            at += 1;
            while !code[at..].starts_with('}') && at < code.len() {
                let separators = code[at..].find(|char: char| !char.is_whitespace() && char != ',').unwrap_or(0);
                at += separators;
                if !code[at..].starts_with('}') {
                    at += tree(&code[at..], &path, found).max(1);
                    at += code[at..].find([',', '}']).unwrap_or(0);
                }
            }
            return at + 1;
        }
        let name = &rest[..rest.find(|char: char| !char.is_alphanumeric() && char != '_').unwrap_or(rest.len())];
        at += name.len();
        if !name.is_empty() && (name != "self" || path.is_empty()) {
            path.push(name.to_owned());
        }
        match code[at..].strip_prefix("::") {
            Some(more) if more.starts_with(|char: char| char == '{' || char == '_' || char.is_alphabetic()) => at += 2,
            _ => break,
        }
    }
    found.push(path);
    at
}

/// The largest set of files that all lead to each other.
fn largest_circle(graph: &BTreeMap<String, BTreeSet<String>>) -> BTreeSet<String> {
    let reachable = |from: &String| {
        let (mut seen, mut open) = (BTreeSet::new(), vec![from]);
        while let Some(file) = open.pop() {
            open.extend(graph.get(file).into_iter().flatten().filter(|to| seen.insert((*to).clone())));
        }
        seen
    };
    let reached: BTreeMap<&String, BTreeSet<String>> = graph.keys().map(|file| (file, reachable(file))).collect();
    let circle = |file: &String| reached[file].iter().filter(|to| reached[*to].contains(file)).cloned().collect();
    graph.keys().map(circle).max_by_key(BTreeSet::len).unwrap_or_default()
}
