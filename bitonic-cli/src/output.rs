//! Where results go: files that are whole or not there, written as a `draft` and then
//! put in their place, so that on any failure an old file stays as it was; or the
//! standard output.

use std::fs::{self, Permissions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use crate::draft::Draft;
use crate::failure::Failure;
use crate::input::STANDARD;

/// What results are written into.
pub(crate) type Sink<'a> = BufWriter<&'a mut dyn Write>;

/// Where to write to.
#[derive(Debug)]
pub(crate) enum Output {
    File(Place),
    Standard,
}

impl Output {
    /// Looks at the place before any work is done, so that a slip costs nothing.
    /// `-` is the standard output.
    pub(crate) fn new(path: &Path) -> Result<Output, Failure> {
        match path == Path::new(STANDARD) {
            true => Ok(Output::Standard),
            false => Place::new(path).map(Output::File),
        }
    }

    /// Writes what `fill` gives: all of it, or a file is not there.
    pub(crate) fn write(
        self,
        fill: impl FnOnce(&mut Sink) -> io::Result<()>,
    ) -> Result<(), Failure> {
        match self {
            Output::File(place) => place.write(fill),
            Output::Standard => print_data(fill),
        }
    }
}

/// Writes to the standard output, as it comes.
fn print_data(fill: impl FnOnce(&mut Sink) -> io::Result<()>) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    let mut writer: Sink = BufWriter::new(&mut stdout);
    let written = fill(&mut writer).and_then(|()| writer.flush());
    written.map_err(|error| {
        // Without this, the rest would be tried once more.
        let _ = writer.into_parts();
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::Unread,
            _ => unwritable("the standard output", &error),
        }
    })
}

/// A file that can be written, as far as can be seen beforehand.
#[derive(Debug)]
pub(crate) struct Place {
    /// The place, with symbolic links followed, so that a link stays one.
    path: PathBuf,
    /// The name as the person gave it, for messages.
    name: String,
    /// The rights of the file that is there already.
    permissions: Option<Permissions>,
}

impl Place {
    fn new(path: &Path) -> Result<Place, Failure> {
        let name = path.display().to_string();
        match fs::metadata(path) {
            Ok(metadata) => Place::over_existing(path, name, &metadata),
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                Place::in_folder(&end_of_links(path), name)
            }
            Err(error) => Err(unwritable(&quoted(&name), &error)),
        }
    }

    fn over_existing(path: &Path, name: String, metadata: &fs::Metadata) -> Result<Place, Failure> {
        if metadata.is_dir() {
            return Err(Failure::new(
                format!("the output `{name}` is a folder"),
                format!("give a file: `-o {}`", path.join("sorted.npy").display()),
            ));
        }
        if !metadata.is_file() {
            return Err(Failure::new(
                format!("the output `{name}` is not a regular file, and would be replaced by one"),
                "give the path of a file, or `-` for the standard output and send that on, as in `-o - > /dev/null`",
            ));
        }
        let permissions = metadata.permissions();
        if permissions.readonly() {
            return Err(Failure::new(
                format!("the output `{name}` exists and is write-protected"),
                format!("give another path, or allow writing: `chmod u+w {name}`"),
            ));
        }
        let path = fs::canonicalize(path).map_err(|error| unwritable(&quoted(&name), &error))?;
        Ok(Place {
            path,
            name,
            permissions: Some(permissions),
        })
    }

    fn in_folder(path: &Path, name: String) -> Result<Place, Failure> {
        let folder = folder_of(path);
        if path.file_name().is_none() {
            return Err(Failure::usage(
                format!("the output `{name}` names no file"),
                "give a file: `-o sorted.npy`",
            ));
        }
        if !folder.is_dir() {
            return Err(Failure::new(
                format!(
                    "the folder `{}` of the output does not exist",
                    folder.display()
                ),
                format!("make it: `mkdir -p {}`", folder.display()),
            ));
        }
        Ok(Place {
            path: path.to_owned(),
            name,
            permissions: None,
        })
    }

    /// Writes the file with `fill`, then puts it in its place.
    fn write(self, fill: impl FnOnce(&mut Sink) -> io::Result<()>) -> Result<(), Failure> {
        self.replace(fill)
            .map_err(|error| unwritable(&quoted(&self.name), &error))
    }

    fn replace(&self, fill: impl FnOnce(&mut Sink) -> io::Result<()>) -> io::Result<()> {
        let folder = folder_of(&self.path);
        let draft = Draft::new_in(folder)?;
        let mut file = draft.file();
        let mut writer: Sink = BufWriter::new(&mut file);
        fill(&mut writer)?;
        writer.flush()?;
        drop(writer);
        file.sync_all()?;
        if let Some(permissions) = &self.permissions {
            file.set_permissions(permissions.clone())?;
        }
        draft.persist(&self.path, folder)
    }
}

/// The file that a link to nothing would make, as the shell's `>` does; any other path
/// is itself. A circle of links is an error of its own, and does not come here.
fn end_of_links(path: &Path) -> PathBuf {
    let mut path = path.to_owned();
    while let Ok(target) = fs::read_link(&path) {
        path = folder_of(&path).join(target);
    }
    path
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if parent.as_os_str().is_empty() => Path::new("."),
        Some(parent) => parent,
        None => path,
    }
}

fn quoted(name: &str) -> String {
    format!("`{name}`")
}

fn unwritable(name: &str, error: &io::Error) -> Failure {
    let mend = match error.kind() {
        io::ErrorKind::PermissionDenied => "give a path in a folder that you may write to",
        io::ErrorKind::StorageFull => "make room on the disk, or give a path on another",
        io::ErrorKind::ReadOnlyFilesystem => "give a path on a disk that can be written",
        io::ErrorKind::NotADirectory => {
            "a part of the path is a file, not a folder: give another path"
        }
        _ => "check the path and the disk, or give another path with `-o`",
    };
    // The kind alone: the text of some errors names the temporary file.
    Failure::new(format!("{name} cannot be written: {}", error.kind()), mend)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn files_in(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        entries
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect()
    }

    #[test]
    fn a_failure_while_writing_leaves_the_old_file_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        fs::write(&path, "old").unwrap();
        let result = Output::new(&path).unwrap().write(|writer| {
            writer.write_all(b"half of the new")?;
            Err(io::Error::from(io::ErrorKind::StorageFull))
        });
        assert!(result.unwrap_err().to_string().contains("make room"));
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
        assert_eq!(files_in(folder.path()), ["out"]);
    }

    #[test]
    fn a_new_file_takes_the_place_of_the_old() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        for text in ["first", "second"] {
            let output = Output::new(&path).unwrap();
            output
                .write(|writer| writer.write_all(text.as_bytes()))
                .unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        assert_eq!(files_in(folder.path()), ["out"]);
    }

    #[cfg(unix)]
    #[test]
    fn a_link_stays_a_link_and_rights_stay_as_they_were() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        let output = Output::new(&link).unwrap();
        output.write(|writer| writer.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "new");
        assert_eq!(
            fs::metadata(&file).unwrap().permissions().mode() & 0o777,
            0o640
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_link_to_nothing_stays_a_link_and_gets_its_file() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let (link, further) = (folder.path().join("link"), folder.path().join("further"));
        fs::create_dir(folder.path().join("in")).unwrap();
        symlink("further", &link).unwrap();
        symlink("in/file", &further).unwrap();
        let output = Output::new(&link).unwrap();
        output.write(|writer| writer.write_all(b"new")).unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::symlink_metadata(&further).unwrap().is_symlink());
        assert_eq!(fs::read(folder.path().join("in/file")).unwrap(), b"new");
        symlink("none/file", folder.path().join("lost")).unwrap();
        let failure = Output::new(&folder.path().join("lost")).unwrap_err();
        assert!(
            failure.to_string().contains("none` of the output"),
            "{failure}"
        );
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_is_as_open_as_any() {
        let folder = tempfile::tempdir().unwrap();
        let (path, other) = (folder.path().join("out"), folder.path().join("other"));
        let output = Output::new(&path).unwrap();
        output.write(|writer| writer.write_all(b"new")).unwrap();
        fs::write(&other, "").unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions();
        assert_eq!(mode(&path), mode(&other));
    }

    #[cfg(unix)]
    #[test]
    fn a_device_file_is_not_replaced() {
        let failure = Output::new(Path::new("/dev/null")).unwrap_err().to_string();
        assert!(failure.contains("not a regular file"), "{failure}");
    }
}
