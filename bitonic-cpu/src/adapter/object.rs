//! What all objects of the API have in common: a kind, a label, a device, and the possibility of
//! having been made in error.

use std::{fmt, ops::Deref, sync::Arc};

use super::device_state::DeviceState;

/// Names a kind of object as wgpu does.
pub(super) trait Kind {
    /// "Buffer", "BindGroup" ...
    const NAME: &'static str;
}

/// Kind and label of an object, for messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Identity {
    kind: &'static str,
    label: String,
}

impl Identity {
    pub(super) fn new<T: Kind>(label: Option<&str>) -> Self {
        Self {
            kind: T::NAME,
            label: label.unwrap_or_default().to_owned(),
        }
    }

    pub(super) fn label(&self) -> &str {
        &self.label
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} with '{}' label", self.kind, self.label)
    }
}

/// Why an object that was passed in cannot be used.
#[derive(Clone, Debug, thiserror::Error)]
pub(super) enum ObjectError {
    #[error("{0} is invalid: an error was reported when it was made")]
    Invalid(Identity),
    #[error("{0} has been destroyed")]
    Destroyed(Identity),
    #[error("{0} belongs to another device")]
    OtherDevice(Identity),
    #[error("The {0} belongs to another wgpu backend than the software adapter")]
    OtherBackend(&'static str),
}

/// An object of one device; without a state if it was made in error.
pub(super) struct Object<T> {
    identity: Identity,
    device: Arc<DeviceState>,
    state: Option<T>,
}

/// A counted reference to an [`Object`]; what wgpu holds.
pub(super) struct Handle<T>(Arc<Object<T>>);

/// Names the object; its contents may be large.
impl<T> fmt::Debug for Handle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "<{}>", self.identity)
    }
}

impl<T> Clone for Handle<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for Handle<T> {
    type Target = Object<T>;

    fn deref(&self) -> &Object<T> {
        &self.0
    }
}

impl<T: Kind> Handle<T> {
    pub(super) fn new(device: &Arc<DeviceState>, label: Option<&str>, state: Option<T>) -> Self {
        Self(Arc::new(Object {
            identity: Identity::new::<T>(label),
            device: Arc::clone(device),
            state,
        }))
    }

    pub(super) fn invalid(device: &Arc<DeviceState>, label: Option<&str>) -> Self {
        Self::new(device, label, None)
    }
}

impl<T> Handle<T> {
    /// Whether both refer to one object.
    pub(super) fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The address of the object: equal exactly for handles of one object.
    pub(super) fn address(&self) -> usize {
        Arc::as_ptr(&self.0).addr()
    }
}

impl<T> Object<T> {
    pub(super) fn identity(&self) -> &Identity {
        &self.identity
    }

    pub(super) fn device(&self) -> &Arc<DeviceState> {
        &self.device
    }

    /// The state, or that the object was made in error.
    pub(super) fn state(&self) -> Result<&T, ObjectError> {
        self.state
            .as_ref()
            .ok_or_else(|| ObjectError::Invalid(self.identity.clone()))
    }
}

/// Our object behind one of wgpu's, valid and of `device`.
pub(super) fn resolve<'a, T: Kind>(
    device: &Arc<DeviceState>,
    handle: Option<&'a Handle<T>>,
) -> Result<(&'a Handle<T>, &'a T), ObjectError> {
    let handle = handle.ok_or(ObjectError::OtherBackend(T::NAME))?;
    if !Arc::ptr_eq(device, handle.device()) {
        return Err(ObjectError::OtherDevice(handle.identity().clone()));
    }
    Ok((handle, handle.state()?))
}
