//! A question before harm.

use std::io::IsTerminal as _;

use anyhow::{Result, bail};

/// Goes on if somebody types yes, or has said --yes before; an error otherwise.
pub(super) fn agree(yes: bool) -> Result<()> {
    if yes {
        return Ok(());
    }
    if !std::io::stdin().is_terminal() {
        bail!("nothing was changed; add --yes to continue");
    }
    println!("Type yes to continue:");
    let mut answer = String::new();
    std::io::stdin().read_line(&mut answer)?;
    if answer.trim() != "yes" {
        bail!("nothing was changed");
    }
    Ok(())
}
