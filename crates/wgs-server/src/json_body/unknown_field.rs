//! Finds out which unknown field made a struct fail to deserialise, so that the error can
//! suggest a known one. serde_json has the field only in the text of its error; serde's derived
//! code passes it to [`de::Error::unknown_field`], which is where this module records it.

use std::fmt;

use serde::Deserialize;
use serde::de::{self, DeserializeSeed, Deserializer, IntoDeserializer, MapAccess, Visitor};
use serde::forward_to_deserialize_any;

/// A field that the struct does not have, and the fields that it has.
#[derive(Debug)]
pub(super) struct UnknownField {
    found: String,
    known: &'static [&'static str],
}

impl UnknownField {
    /// Returns the known field with the most similar name, if one is similar enough.
    pub(super) fn suggestion(&self) -> Option<&'static str> {
        let distance = |name: &&str| strsim::osa_distance(&self.found, name);
        let most = self.found.chars().count().div_ceil(3);
        let similar = self.known.iter().copied();
        let similar = similar.filter(|name| distance(name) <= most);
        similar.min_by_key(distance)
    }
}

/// Deserialises a struct, and records the unknown field if that is why it fails.
pub(super) fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    inner: D,
    unknown: &mut Option<UnknownField>,
) -> Result<T, D::Error> {
    T::deserialize(Recorder { inner, unknown })
}

/// A deserializer, map access, seed or visitor that passes everything on to the inner one, until
/// the name of a field is reached.
struct Recorder<'u, T> {
    inner: T,
    unknown: &'u mut Option<UnknownField>,
}

impl<'de, D: Deserializer<'de>> Deserializer<'de> for Recorder<'_, D> {
    type Error = D::Error;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, D::Error> {
        self.inner.deserialize_any(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, D::Error> {
        let visitor = Recorder {
            inner: visitor,
            unknown: self.unknown,
        };
        self.inner.deserialize_struct(name, fields, visitor)
    }

    forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        option unit unit_struct newtype_struct seq tuple tuple_struct map enum identifier
        ignored_any
    }
}

impl<'de, V: Visitor<'de>> Visitor<'de> for Recorder<'_, V> {
    type Value = V::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<V::Value, A::Error> {
        let map = Recorder {
            inner: map,
            unknown: self.unknown,
        };
        self.inner.visit_map(map)
    }
}

impl<'de, A: MapAccess<'de>> MapAccess<'de> for Recorder<'_, A> {
    type Error = A::Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, A::Error> {
        let unknown = &mut *self.unknown;
        self.inner.next_key_seed(FieldName { seed, unknown })
    }

    fn next_value_seed<S: DeserializeSeed<'de>>(&mut self, seed: S) -> Result<S::Value, A::Error> {
        self.inner.next_value_seed(seed)
    }

    fn size_hint(&self) -> Option<usize> {
        self.inner.size_hint()
    }
}

/// Reads the name of a field with an error type that keeps an unknown name.
struct FieldName<'u, K> {
    seed: K,
    unknown: &'u mut Option<UnknownField>,
}

impl<'de, K: DeserializeSeed<'de>> DeserializeSeed<'de> for FieldName<'_, K> {
    type Value = K::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<K::Value, D::Error> {
        deserializer.deserialize_identifier(self)
    }
}

impl<'de, K: DeserializeSeed<'de>> Visitor<'de> for FieldName<'_, K> {
    type Value = K::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a field")
    }

    fn visit_str<E: de::Error>(self, name: &str) -> Result<K::Value, E> {
        let name = IntoDeserializer::<FieldNameError>::into_deserializer(name);
        self.seed.deserialize(name).map_err(|error| match error {
            FieldNameError::Unknown(field) => {
                let error = E::unknown_field(&field.found, field.known);
                *self.unknown = Some(field);
                error
            }
            FieldNameError::Other(message) => E::custom(message),
        })
    }
}

/// The error of reading the name of a field.
#[derive(Debug, thiserror::Error)]
enum FieldNameError {
    #[error("unknown field {:?}", .0.found)]
    Unknown(UnknownField),
    #[error("{0}")]
    Other(String),
}

impl de::Error for FieldNameError {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self::Other(message.to_string())
    }

    fn unknown_field(found: &str, known: &'static [&'static str]) -> Self {
        Self::Unknown(UnknownField {
            found: found.to_owned(),
            known,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only the names of the fields are used")]
    struct Body {
        game: String,
        board: Option<u8>,
    }

    /// Reads a body and returns the error with the suggestion.
    fn read(text: &str) -> (String, Option<&'static str>) {
        let mut unknown = None;
        let mut json = serde_json::Deserializer::from_str(text);
        let error = deserialize::<Body, _>(&mut json, &mut unknown).unwrap_err();
        let plain = serde_json::from_str::<Body>(text).unwrap_err();
        if !text.starts_with('7') {
            assert_eq!(error.to_string(), plain.to_string());
        }
        (
            error.to_string(),
            unknown.and_then(|field| field.suggestion()),
        )
    }

    #[test]
    fn an_unknown_field_gets_a_suggestion_and_the_error_stays_that_of_serde() {
        for (text, suggestion) in [
            (r#"{"bord": 1}"#, Some("board")),
            (r#"{"game": "x",  "b\u006frd": 1 }"#, Some("board")),
            (r#"{"zzz": 1}"#, None),
            (r#"{"board": 1}"#, None),
            (r#"{"game": "x", "board": "y"}"#, None),
            (r#"{"game": "x", "board": 1, "board": 2}"#, None),
            (r#"{"game""#, None),
        ] {
            let (error, found) = read(text);
            assert_eq!(found, suggestion, "{error}");
        }
    }

    #[test]
    fn anything_but_an_object_is_an_error_without_the_name_of_a_type() {
        let (error, _) = read("7");
        assert_eq!(
            error,
            "invalid type: integer `7`, expected an object at line 1 column 1"
        );
    }
}
