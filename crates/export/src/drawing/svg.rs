//! SVG as text.

/// Fonts of a standalone file.
const FONT: &str = "system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

/// What a drawing is called, and how it is read out.
pub struct Name<'a> {
    /// Prefix of the IDs of its texts, unique on the page.
    pub id: &'a str,
    /// `img` for one picture, `group` if its texts are read one by one.
    pub role: &'a str,
    /// What it shows, in a few words.
    pub title: &'a str,
    /// How to read it.
    pub description: &'a str,
}

/// The whole drawing. Without a name, the page around it must name it.
pub fn drawing(name: Option<&Name>, width: f64, height: f64, marks: &str) -> String {
    let (how, texts) = name.map_or_else(
        || (r#"aria-hidden="true""#.to_owned(), String::new()),
        |Name { id, role, title, description }| {
            let (title, description) = (escaped(title), escaped(description));
            (
                format!(r#"role="{role}" aria-labelledby="{id}-title {id}-desc""#),
                format!(r#"<title id="{id}-title">{title}</title><desc id="{id}-desc">{description}</desc>"#),
            )
        },
    );
    format!(
        r#"<svg class="drawing" {how} viewBox="0 0 {width} {height}" width="{width}" height="{height}" font-family="{FONT}" font-size="{}" xmlns="http://www.w3.org/2000/svg">{texts}{marks}</svg>"#,
        super::TEXT
    )
}

/// Pixels, to a tenth.
pub fn px(value: f64) -> f64 {
    (value * 10.0).round() / 10.0 + 0.0
}

/// Escapes text between tags and in attributes.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
