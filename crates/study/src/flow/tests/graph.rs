//! An arm's flow as a graph: every reachable position, and every move between two of them.

use std::collections::HashMap;

use super::*;

/// More positions than any study of these tests has, so that an endless flow fails the test.
const MOST: usize = 20_000;

/// A move: the item that is stored (none for a visit), and the position after it.
struct Move {
    item: Option<String>,
    to: usize,
}

/// Positions, of which the first is the start, and the moves from each.
pub struct Graph {
    pub positions: Vec<Progress>,
    moves: Vec<Vec<Move>>,
}

impl Graph {
    /// Tries every submission and every page in every position.
    pub fn of(study: &Study, who: &Assignment, submissions: &[Submission], pages: &[Page]) -> Self {
        let mut graph = Self { positions: vec![start(study, who)], moves: vec![] };
        let mut known = HashMap::from([(format!("{:?}", graph.positions[0]), 0)]);
        while let Some(at) = graph.positions.get(graph.moves.len()).cloned() {
            let submitted = submissions.iter().filter_map(|submission| {
                let accepted = submit(study, who, &at, submission.clone()).ok()?;
                Some((Some(accepted.record.item), accepted.progress))
            });
            let visits = pages.iter().filter_map(|page| Some((None, visit(study, who, &at, page).ok()?)));
            let mut moves = vec![];
            for (item, progress) in submitted.chain(visits) {
                let to = *known.entry(format!("{progress:?}")).or_insert_with(|| {
                    graph.positions.push(progress);
                    graph.positions.len() - 1
                });
                moves.push(Move { item, to });
            }
            graph.moves.push(moves);
            assert!(graph.positions.len() < MOST, "there is no end of positions: {at:?}");
        }
        graph
    }

    fn is_end(&self, position: usize) -> bool {
        self.positions[position].page == Page::End
    }

    /// A position from which the end can't be reached, if there is one.
    pub fn dead_end(&self) -> Option<&Progress> {
        let mut ends: Vec<bool> = (0..self.positions.len()).map(|position| self.is_end(position)).collect();
        loop {
            let more: Vec<usize> = (0..ends.len())
                .filter(|position| !ends[*position] && self.moves[*position].iter().any(|step| ends[step.to]))
                .collect();
            if more.is_empty() {
                return ends.iter().position(|ends| !ends).map(|position| &self.positions[position]);
            }
            for position in more {
                ends[position] = true;
            }
        }
    }

    /// Whether the end can be reached without storing any of these items.
    pub fn ends_without(&self, items: &[String]) -> bool {
        let mut seen = vec![false; self.positions.len()];
        let mut open = vec![0];
        while let Some(position) = open.pop() {
            if std::mem::replace(&mut seen[position], true) {
                continue;
            }
            let moves = self.moves[position].iter();
            open.extend(
                moves.filter(|step| step.item.as_ref().is_none_or(|item| !items.contains(item))).map(|step| step.to),
            );
        }
        (0..seen.len()).any(|position| seen[position] && self.is_end(position))
    }
}
