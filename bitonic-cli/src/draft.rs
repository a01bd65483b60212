//! A file that has no name until it is whole. Where the system can make one without
//! a name (Linux's `O_TMPFILE`, on most of its file systems), a process that is ended
//! half-way, by Ctrl-C or anything else, leaves nothing behind. Elsewhere it has a
//! passing name beside its place, and is removed on every failure that the process
//! lives to see. What is written, and what may be replaced, is `output`'s business.

use std::fs::File;
use std::io;
use std::path::Path;

use tempfile::{Builder, NamedTempFile};

/// A file that is being written.
#[derive(Debug)]
pub(crate) enum Draft {
    #[cfg(target_os = "linux")]
    Unnamed(File),
    Named(NamedTempFile),
}

impl Draft {
    /// An empty one, on the file system of `folder`.
    pub(crate) fn new_in(folder: &Path) -> io::Result<Draft> {
        #[cfg(target_os = "linux")]
        if let Some(file) = unnamed::open(folder) {
            return Ok(Draft::Unnamed(file));
        }
        open_named(&mut passing_names(), folder).map(Draft::Named)
    }

    pub(crate) fn file(&self) -> &File {
        match self {
            #[cfg(target_os = "linux")]
            Draft::Unnamed(file) => file,
            Draft::Named(file) => file.as_file(),
        }
    }

    /// Gives it the name `path`, which is in the folder it was made for, in place of a
    /// file that has the name now.
    pub(crate) fn persist(self, path: &Path, folder: &Path) -> io::Result<()> {
        let named = match self {
            // A name that is taken can only be given by renaming, so that for a moment
            // there is a passing one.
            #[cfg(target_os = "linux")]
            Draft::Unnamed(file) => passing_names()
                .make_in(folder, |passing| unnamed::link(&file, passing))?
                .into_temp_path(),
            Draft::Named(file) => file.into_temp_path(),
        };
        Ok(named.persist(path)?)
    }
}

fn passing_names() -> Builder<'static, 'static> {
    let mut builder = Builder::new();
    builder.prefix(".bitonic-").suffix(".part");
    builder
}

/// A temporary file is its owner's alone by default; this one is to be as open as any
/// new file, which is for the process's mask to say.
fn open_named(builder: &mut Builder, folder: &Path) -> io::Result<NamedTempFile> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

#[cfg(target_os = "linux")]
mod unnamed {
    use std::fs::File;
    use std::io;
    use std::os::fd::AsRawFd;
    use std::path::{Path, PathBuf};

    use rustix::fs::{AtFlags, CWD, Mode, OFlags, linkat, open as open_at};

    /// `None` where the file system has no such files, or where one could not be named
    /// afterwards; whatever else is wrong will be wrong with a named file too.
    pub(super) fn open(folder: &Path) -> Option<File> {
        let flags = OFlags::TMPFILE | OFlags::WRONLY | OFlags::CLOEXEC;
        let file = File::from(open_at(folder, flags, Mode::from_raw_mode(0o666)).ok()?);
        path_of(&file).exists().then_some(file)
    }

    /// Gives the file a name, which nobody may have yet.
    pub(super) fn link(file: &File, name: &Path) -> io::Result<()> {
        Ok(linkat(
            CWD,
            path_of(file),
            CWD,
            name,
            AtFlags::SYMLINK_FOLLOW,
        )?)
    }

    /// Where the system shows an open file, whether or not it has a name.
    fn path_of(file: &File) -> PathBuf {
        format!("/proc/self/fd/{}", file.as_raw_fd()).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::io::Write;

    /// Both kinds, as far as the system has them.
    fn drafts(folder: &Path) -> [Draft; 2] {
        let named = open_named(&mut passing_names(), folder).unwrap();
        [Draft::new_in(folder).unwrap(), Draft::Named(named)]
    }

    fn count(folder: &Path) -> usize {
        fs::read_dir(folder).unwrap().count()
    }

    #[test]
    fn each_kind_becomes_a_file_new_or_in_place_of_another() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("out");
        for round in 0..2 {
            for (kind, draft) in drafts(folder.path()).into_iter().enumerate() {
                let text = format!("{round} {kind}");
                let mut file = draft.file();
                file.write_all(text.as_bytes()).unwrap();
                draft.persist(&path, folder.path()).unwrap();
                assert_eq!(fs::read_to_string(&path).unwrap(), text);
            }
            assert_eq!(count(folder.path()), 1, "no passing name stays");
        }
    }

    #[test]
    fn each_kind_is_gone_when_it_is_given_up_and_when_it_gets_no_name() {
        let folder = tempfile::tempdir().unwrap();
        drop(drafts(folder.path()));
        assert_eq!(count(folder.path()), 0);
        let taken = folder.path().join("a folder");
        fs::create_dir(&taken).unwrap();
        for draft in drafts(folder.path()) {
            assert!(draft.persist(&taken, folder.path()).is_err());
        }
        assert_eq!(count(folder.path()), 1, "the folder alone");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_draft_without_a_name_is_not_seen() {
        let folder = tempfile::tempdir().unwrap();
        match Draft::new_in(folder.path()).unwrap() {
            Draft::Unnamed(_) => assert_eq!(count(folder.path()), 0),
            Draft::Named(_) => eprintln!("the file system has no files without a name"),
        }
    }
}
