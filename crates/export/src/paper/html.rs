//! The draft as one HTML page, to read, print or paste into a word processor.

use unmask_study::report::Language;

use super::{Block, Paper};
use crate::package::render;
use crate::prelude::*;

const TEMPLATE: &str = include_str!("../templates/paper.html");

impl Paper {
    /// The page.
    ///
    /// # Errors
    ///
    /// If the template is damaged.
    pub fn html(&self) -> Result<String> {
        let lang = if self.language == Language::German { "de" } else { "en" };
        let blocks: Vec<Value> = self.blocks.iter().map(facts).collect();
        render("paper.html", TEMPLATE, json!({ "lang": lang, "title": self.title, "blocks": blocks }))
    }
}

fn facts(block: &Block) -> Value {
    match block {
        Block::Heading(text) => json!({ "kind": "h2", "text": text }),
        Block::Subheading(text) => json!({ "kind": "h3", "text": text }),
        Block::Paragraph(text) => json!({ "kind": "p", "text": text }),
        Block::Note(text) => json!({ "kind": "note", "text": text }),
        Block::Table(table) => {
            json!({ "kind": "table", "title": table.title, "head": table.head, "rows": table.rows, "note": table.note, "is_text": table.is_text })
        }
    }
}
