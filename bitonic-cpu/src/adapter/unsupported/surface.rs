//! The error of `create_surface`.

use wgpu::rwh::{DisplayHandle, HandleError, HasDisplayHandle, HasWindowHandle, WindowHandle};

use crate::adapter::instance::Instance;

/// A window that nothing can draw to.
#[derive(Debug)]
struct NoWindow;

impl HasWindowHandle for NoWindow {
    fn window_handle(&self) -> Result<WindowHandle<'_>, HandleError> {
        Err(HandleError::NotSupported)
    }
}

impl HasDisplayHandle for NoWindow {
    fn display_handle(&self) -> Result<DisplayHandle<'_>, HandleError> {
        Err(HandleError::NotSupported)
    }
}

/// wgpu's error for a window that cannot be drawn to. wgpu alone can make one, so it is asked for a
/// surface on such a window, which it refuses before it asks the instance.
pub(in crate::adapter) fn unsupported() -> wgpu::CreateSurfaceError {
    let instance = wgpu::Instance::from_custom(Instance::default());
    match instance.create_surface(wgpu::SurfaceTarget::Window(Box::new(NoWindow))) {
        Err(error) => error,
        Ok(_) => unreachable!("wgpu makes no surface for a window without a handle"),
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_error_is_wgpus_own_and_says_why() {
        let text = super::unsupported().to_string();
        assert!(text.contains("cannot be represented"), "{text}");
    }
}
