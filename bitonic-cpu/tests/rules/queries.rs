//! Query sets and timestamps.

use wgpu::{ComputePassTimestampWrites, Features, QuerySet, QueryType};

use super::*;

const ALL: Features = Features::TIMESTAMP_QUERY
    .union(Features::TIMESTAMP_QUERY_INSIDE_ENCODERS)
    .union(Features::TIMESTAMP_QUERY_INSIDE_PASSES);

fn set(engine: &Engine, count: u32) -> QuerySet {
    engine.device.create_query_set(&wgpu::QuerySetDescriptor {
        label: Some("q"),
        ty: QueryType::Timestamp,
        count,
    })
}

/// A pass with timestamps at these two queries of two.
fn stamped_pass(engine: &Engine, begin: Option<u32>, end: Option<u32>) {
    let set = set(engine, 2);
    encode(engine, |encoder| {
        encoder.begin_compute_pass(&wgpu::ComputePassDescriptor {
            label: None,
            timestamp_writes: Some(ComputePassTimestampWrites {
                query_set: &set,
                beginning_of_pass_write_index: begin,
                end_of_pass_write_index: end,
            }),
        });
    });
}

/// Resolves queries of a set of four into 512 bytes.
fn resolve(engine: &Engine, queries: std::ops::Range<u32>, usage: BufferUsages, offset: u64) {
    let (set, to) = (set(engine, 4), buffer(engine, 512, usage));
    encode(engine, |encoder| {
        encoder.resolve_query_set(&set, queries, &to, offset);
    });
}

pub(super) fn rows() -> Vec<Row> {
    let mut rows = vec![
        refused(
            "timestamps need their feature",
            "lacks the feature TIMESTAMP_QUERY;",
            |e| {
                set(e, 2);
            },
        ),
        refused(
            "timestamps in encoders need their feature",
            "TIMESTAMP_QUERY_INSIDE_ENCODERS",
            |e| {
                let set = set(e, 2);
                encode(e, |encoder| encoder.write_timestamp(&set, 0));
            },
        )
        .with(Features::TIMESTAMP_QUERY),
        refused(
            "timestamps in passes need their feature",
            "TIMESTAMP_QUERY_INSIDE_PASSES",
            |e| {
                let set = set(e, 2);
                pass(e, |pass| pass.write_timestamp(&set, 0));
            },
        )
        .with(Features::TIMESTAMP_QUERY),
    ];
    let with_all = set_rows().into_iter().chain(resolve_rows());
    rows.extend(with_all.map(|row| row.with(ALL)));
    rows
}

fn set_rows() -> Vec<Row> {
    vec![
        refused("a query set has a query", "at least one query", |e| {
            set(e, 0);
        }),
        refused("queries of a set", "4097 queries are too many", |e| {
            set(e, 4097);
        }),
        refused("a timestamp's query is there", "Query 2 is out of", |e| {
            let set = set(e, 2);
            encode(e, |encoder| encoder.write_timestamp(&set, 2));
        }),
        refused("a timestamp's query, in a pass", "Query 7 is out of", |e| {
            let set = set(e, 2);
            pass(e, |pass| pass.write_timestamp(&set, 7));
        }),
        refused("timestamps of a pass are there", "Query 2 is out of", |e| {
            stamped_pass(e, None, Some(2));
        }),
        refused("timestamps of a pass differ", "both are 1", |e| {
            stamped_pass(e, Some(1), Some(1));
        }),
        refused("timestamps of a pass are some", "neither a query", |e| {
            stamped_pass(e, None, None);
        }),
        refused(
            "submitting a destroyed query set",
            "has been destroyed",
            |e| {
                let set = set(e, 2);
                let commands = encode(e, |encoder| encoder.write_timestamp(&set, 0));
                set.destroy();
                e.queue.submit([commands]);
            },
        ),
    ]
}

fn resolve_rows() -> Vec<Row> {
    const TARGET: BufferUsages = BufferUsages::QUERY_RESOLVE;
    vec![
        refused(
            "resolving needs QUERY_RESOLVE",
            "but QUERY_RESOLVE is required",
            |e| resolve(e, 0..4, BufferUsages::COPY_DST, 0),
        ),
        refused("resolve offset", "Offset 8 of resolved queries", |e| {
            resolve(e, 0..4, TARGET, 8);
        }),
        refused("resolved queries are there", "3 queries from 2 on", |e| {
            resolve(e, 2..5, TARGET, 0);
        }),
        refused("resolve bounds", "32 bytes of resolved queries", |e| {
            resolve(e, 0..4, TARGET, 512);
        }),
    ]
}
