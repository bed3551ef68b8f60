//! One arm's flow as a graph: every position that somebody can get into, and every way between two of them.

use std::collections::HashMap;

use super::*;

/// More positions than any study of these tests has: what goes on for ever fails, and does not hang.
const MOST: usize = 20_000;

/// A way on: what was stored for it (nothing for a visit), and where it leads.
struct Way {
    item: Option<String>,
    to: usize,
}

/// Positions, the first of which is the start, and the ways that leave each.
pub struct Graph {
    pub positions: Vec<Progress>,
    ways: Vec<Vec<Way>>,
}

impl Graph {
    /// Tries everything everywhere.
    pub fn of(study: &Study, who: &Assignment, submissions: &[Submission], pages: &[Page]) -> Self {
        let mut graph = Self { positions: vec![start(study, who)], ways: vec![] };
        let mut known = HashMap::from([(format!("{:?}", graph.positions[0]), 0)]);
        while let Some(at) = graph.positions.get(graph.ways.len()).cloned() {
            let handed_in = submissions.iter().filter_map(|submission| {
                let accepted = submit(study, who, &at, submission.clone()).ok()?;
                Some((Some(accepted.record.item), accepted.progress))
            });
            let visits = pages.iter().filter_map(|page| Some((None, visit(study, who, &at, page).ok()?)));
            let mut ways = vec![];
            for (item, progress) in handed_in.chain(visits) {
                let to = *known.entry(format!("{progress:?}")).or_insert_with(|| {
                    graph.positions.push(progress);
                    graph.positions.len() - 1
                });
                ways.push(Way { item, to });
            }
            graph.ways.push(ways);
            assert!(graph.positions.len() < MOST, "there is no end of positions: {at:?}");
        }
        graph
    }

    fn is_end(&self, position: usize) -> bool {
        self.positions[position].page == Page::End
    }

    /// A position from which no way leads to the end, if there is one.
    pub fn dead_end(&self) -> Option<&Progress> {
        let mut ends: Vec<bool> = (0..self.positions.len()).map(|position| self.is_end(position)).collect();
        loop {
            let more: Vec<usize> = (0..ends.len())
                .filter(|position| !ends[*position] && self.ways[*position].iter().any(|way| ends[way.to]))
                .collect();
            if more.is_empty() {
                return ends.iter().position(|ends| !ends).map(|position| &self.positions[position]);
            }
            for position in more {
                ends[position] = true;
            }
        }
    }

    /// Whether somebody reaches the end without handing in any of these.
    pub fn ends_without(&self, items: &[String]) -> bool {
        let mut seen = vec![false; self.positions.len()];
        let mut open = vec![0];
        while let Some(position) = open.pop() {
            if std::mem::replace(&mut seen[position], true) {
                continue;
            }
            let ways = self.ways[position].iter();
            open.extend(
                ways.filter(|way| way.item.as_ref().is_none_or(|item| !items.contains(item))).map(|way| way.to),
            );
        }
        (0..seen.len()).any(|position| seen[position] && self.is_end(position))
    }
}
