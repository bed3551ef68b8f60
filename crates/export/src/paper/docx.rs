//! The draft as a Word document.

use std::io::Cursor;

use docx_rs::{
    AlignmentType, BreakType, Docx, Paragraph, Run, RunFonts, Style, StyleType, Table, TableCell, TableRow, WidthType,
};

use super::{Block, Paper, PaperTable};
use crate::prelude::*;

/// Half points.
const BODY: usize = 24;
const SMALL: usize = 20;

impl Paper {
    /// The content of the file.
    ///
    /// # Errors
    ///
    /// If the file can't be made.
    pub fn docx(&self) -> Result<Vec<u8>> {
        let fonts = RunFonts::new().ascii("Times New Roman").hi_ansi("Times New Roman");
        let heading =
            |id: &str, name: &str, size: usize| Style::new(id, StyleType::Paragraph).name(name).size(size).bold();
        let mut docx = Docx::new()
            .default_fonts(fonts)
            .default_size(BODY)
            .add_style(heading("Title", "Title", 36))
            .add_style(heading("Heading1", "heading 1", 30))
            .add_style(heading("Heading2", "heading 2", 26))
            .add_paragraph(text("Title", &self.title));
        for block in &self.blocks {
            docx = match block {
                Block::Heading(words) => docx.add_paragraph(text("Heading1", words)),
                Block::Subheading(words) => docx.add_paragraph(text("Heading2", words)),
                Block::Paragraph(words) => docx.add_paragraph(Paragraph::new().add_run(Run::new().add_text(words))),
                Block::Note(words) => {
                    docx.add_paragraph(Paragraph::new().add_run(Run::new().add_text(words).italic().size(SMALL)))
                }
                Block::Table(content) => table(docx, content),
            };
        }
        let mut file = Cursor::new(Vec::new());
        docx.build()
            .pack(&mut file)
            .map_err(|error| ExportError::Damaged { what: "the Word document".into(), why: error.to_string() })?;
        Ok(file.into_inner())
    }
}

fn text(style: &str, words: &str) -> Paragraph {
    Paragraph::new().style(style).add_run(Run::new().add_text(words))
}

fn table(docx: Docx, content: &PaperTable) -> Docx {
    let title = Paragraph::new().keep_next(true).add_run(Run::new().add_text(&content.title).italic());
    let row = |cells: &[String], bold: bool| {
        let cells = cells.iter().enumerate().map(|(index, words)| {
            let align = if index == 0 || content.is_text { AlignmentType::Left } else { AlignmentType::Right };
            let run = Run::new().add_text(words).size(SMALL);
            let run = if bold { run.bold() } else { run };
            TableCell::new().add_paragraph(Paragraph::new().align(align).add_run(run))
        });
        TableRow::new(cells.collect()).cant_split()
    };
    let rows = std::iter::once(row(&content.head, true)).chain(content.rows.iter().map(|cells| row(cells, false)));
    // In fiftieths of a per cent: the whole width of the page.
    let whole = Table::new(rows.collect()).width(5000, WidthType::Pct);
    let note = Run::new().add_text(&content.note).size(SMALL).add_break(BreakType::TextWrapping);
    docx.add_paragraph(title).add_table(whole).add_paragraph(Paragraph::new().add_run(note))
}
