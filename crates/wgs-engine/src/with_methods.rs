//! Methods that set one field each, for types that can get more fields.

/// Writes a method for each field that replaces its value, such as
/// `with_length => length: u32`.
macro_rules! with_methods {
    ($type:ty { $($method:ident => $field:ident: $value:ty),* $(,)? }) => {
        impl $type {
            $(
                #[doc = concat!("Sets [`", stringify!($field), "`](Self::", stringify!($field), ").")]
                #[must_use]
                pub fn $method(mut self, $field: $value) -> Self {
                    self.$field = $field;
                    self
                }
            )*
        }
    };
}

pub(crate) use with_methods;
