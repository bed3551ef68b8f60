//! The collector is public: any bytes are either read or rejected with a message, without a panic. `FUZZ=100000 cargo
//! test --release -p unmask fuzz` runs long.

use base64::Engine as _;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};

use super::{clean, event, people, wire};
use crate::base::secrets::ServerKey;

fn cases(short: u32) -> ProptestConfig {
    let asked = std::env::var("FUZZ").ok().and_then(|cases| cases.parse().ok());
    ProptestConfig { cases: asked.unwrap_or(short), ..ProptestConfig::default() }
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        ".{0,40}".prop_map(Value::from),
        select(vec!["unmask", "d", "\u{0}", "https://a.example/?id=1", "1795168000", "="]).prop_map(Value::from),
        Just(Value::from("x".repeat(5000))),
    ];
    leaf.prop_recursive(4, 24, 6, |inner| {
        let names = prop_oneof![
            select(vec![
                "token",
                "distinct_id",
                "time",
                "$insert_id",
                "$set",
                "$add",
                "$unset",
                "$union",
                "__proto__",
                "$ip"
            ])
            .prop_map(str::to_owned),
            ".{0,12}",
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::hash_map(names, inner, 0..6).prop_map(Value::from_iter),
        ]
    })
}

/// An almost valid event.
fn nearly(mut properties: Map<String, Value>) -> Value {
    properties.insert("token".into(), json!("unmask"));
    properties.entry("distinct_id").or_insert(json!("d"));
    json!({ "event": "Clicked", "properties": properties })
}

/// An almost valid item with operations on a profile.
fn operations() -> impl Strategy<Value = Map<String, Value>> {
    let number = prop_oneof![any::<i64>().prop_map(Value::from), any::<f64>().prop_map(Value::from), Just(json!(1))];
    let of = |inner| prop::collection::hash_map("[a-c]", inner, 0..4).prop_map(Value::from_iter);
    let lists = prop::collection::vec(value(), 0..4).prop_map(Value::from).boxed();
    let operand = prop_oneof![
        of(number.boxed()),
        of(lists),
        of(value().boxed()),
        prop::collection::vec("[a-c]", 0..3).prop_map(Value::from),
        value(),
    ];
    let names = vec!["$set", "$set_once", "$add", "$append", "$union", "$remove", "$unset", "$delete"];
    let named = prop::collection::hash_map(select(names).prop_map(str::to_owned), operand, 1..3);
    named.prop_map(|map| map.into_iter().chain([("$distinct_id".to_owned(), json!("d"))]).collect())
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn fuzz_any_bytes_are_a_delivery_or_none(query in "[a-z=&%0-9]{0,20}", body in prop::collection::vec(any::<u8>(), 0..400)) {
        let _ = wire::read(&query, &body);
        for start in ["data=", "[", "{\"event\":", "data=ey"] {
            let _ = wire::read(&query, &[start.as_bytes(), &body].concat());
        }
    }

    /// Items arrive unchanged in each of the formats.
    #[test]
    fn fuzz_every_form_carries_every_value(item in value()) {
        prop_assume!(item.is_object());
        let text = item.to_string();
        let base64 = base64::engine::general_purpose::STANDARD.encode(&text);
        for data in [&text, &base64] {
            let form = form_urlencoded::Serializer::new(String::new()).append_pair("data", data).finish();
            let read = wire::read("", form.as_bytes()).map(|sent| sent.items);
            prop_assert_eq!(read.ok(), Some(vec![serde_json::from_str::<Value>(&text).unwrap()]));
        }
    }

    #[test]
    fn fuzz_any_item_is_judged_and_what_is_kept_is_bounded(item in value(), long in 0..300_usize, now in 0..4_000_000_000_000_i64) {
        let key = ServerKey::new([7; 32]);
        let properties = item.as_object().cloned().unwrap_or_default();
        let of_another = json!({ "event": "Clicked", "properties": properties });
        for item in [item.clone(), nearly(properties.clone()), of_another] {
            if let Err(message) = event::read(&key, "unmask", false, &item, now) {
                prop_assert!(!message.is_empty() && message.len() < 500, "{message}");
            }
        }
        let mut properties = properties;
        properties.extend((0..long).map(|number| (format!("long {number}"), json!("x".repeat(250)))));
        match clean::properties(&key, properties) {
            Ok(kept) => {
                let text = Value::from(kept).to_string();
                prop_assert!(text.len() <= 16 * 1024, "{}", text.len());
            }
            Err(message) => prop_assert!(!message.is_empty() && message.len() < 500, "{message}"),
        }
    }

    #[test]
    fn fuzz_any_operation_on_any_profile_is_applied_or_rejected_with_a_message(
        before in prop::collection::hash_map("[a-c]", value(), 0..3), item in operations(),
    ) {
        let before: Map<String, Value> = before.into_iter().collect();
        match people::read(&ServerKey::new([7; 32]), &item) {
            Ok(operations) => {
                let after = people::apply(before.clone(), &operations).ok().flatten().unwrap_or_default();
                let bytes = Value::from(after.clone()).to_string().len();
                prop_assert!(bytes <= 64 * 1024 || after == before, "{bytes}");
                prop_assert_eq!(after.is_empty() || !item.contains_key("$delete"), true, "deleted is gone: {:?}", after);
            }
            Err(message) => prop_assert!(!message.is_empty() && message.len() < 500, "{message}"),
        }
    }
}
