//! Every setting is a flag, an environment variable `UNMASK_…` and a key of the settings file, under the same name; a
//! flag takes precedence over the environment, and the environment over the file.

mod analytics;
mod https;
mod mail;
mod prolific;
mod sso;

use std::ffi::OsString;
use std::io::ErrorKind;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::{Args, Command, ValueEnum};

pub use analytics::{AnalyticsSettings, PublicAnalytics, Switch};
pub use https::{By, HttpsSettings, has_public_form};
pub use mail::MailSettings;
pub use prolific::ProlificSettings;
pub use sso::{GroupRole, SsoSettings};
use unmask_store::control::{HostedStudy, study_url};

use super::secrets;
use super::site::Site;

/// The study of a checkout of the repository.
const DEFAULT_STUDY: &str = "studies/original-or-altered";

/// The settings.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Server settings (flags, environment, or the file of --config)")]
pub struct Settings {
    /// Settings file (TOML). Its keys are the names of the flags.
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Folder of the study bundle.
    #[arg(long, default_value = DEFAULT_STUDY, value_name = "FOLDER")]
    pub study: PathBuf,
    /// Address to listen on. A socket from systemd takes precedence.
    #[arg(long, default_value = "127.0.0.1:8080", value_name = "ADDRESS")]
    pub listen: SocketAddr,
    /// Address for Prometheus metrics, such as `127.0.0.1:9464`. Default: no metrics.
    #[arg(long, value_name = "ADDRESS")]
    pub metrics: Option<SocketAddr>,
    /// Database: `sqlite:<file>` or `postgres://user:password@host/database`.
    #[arg(long, default_value = "sqlite:data/unmask.db", value_name = "URL", hide_env_values = true)]
    pub database_url: String,
    /// Study that a command is about, if the installation has several: an ID that `unmask study list` shows. `main` is
    /// the study at the root, which the other settings describe.
    #[arg(long, value_name = "ID")]
    pub study_id: Option<String>,
    /// The study's address.
    #[arg(skip)]
    pub site: Site,
    /// Of a further study: the bundle of the study at the root.
    #[arg(skip)]
    pub root_study: Option<PathBuf>,
    /// Folder for the secrets that the program creates, and for further studies. It does not move the database: see
    /// --database-url.
    #[arg(long, default_value = "data", value_name = "FOLDER")]
    pub data: PathBuf,
    /// Where the media are served from: a folder, or `s3://bucket/prefix`. Default: `media/` of the bundle.
    /// Endpoint and credentials of a bucket: AWS_ENDPOINT_URL, AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY.
    #[arg(long, value_name = "FOLDER_OR_URL")]
    pub media_url: Option<String>,
    /// The administrator's fixed username.
    #[arg(long, default_value = "admin@example.org", value_name = "NAME")]
    pub admin_username: String,
    /// The administrator's password on the first start. Default: a password is generated and printed once.
    #[arg(long, allow_hyphen_values = true, value_name = "PASSWORD", hide_env_values = true)]
    pub admin_password: Option<String>,
    /// 32 bytes in URL-safe base64, the same on all servers of a study. Default: created in the data folder.
    #[arg(long, allow_hyphen_values = true, value_name = "KEY", hide_env_values = true)]
    pub server_key: Option<String>,
    /// Continue with a new server key, if the key that the database was created with is lost. All users have to sign in
    /// again, and answers that still wait in browsers may be rejected.
    #[arg(long)]
    pub new_server_key: bool,
    /// Seed of the allocation schedule: 32 bytes in URL-safe base64, the same on all servers of a study. Default:
    /// created in the data folder.
    #[arg(long, allow_hyphen_values = true, value_name = "SEED", hide_env_values = true)]
    pub allocation_seed: Option<String>,
    /// Activate the bundle as a new version, if it differs from that of the running study.
    #[arg(long)]
    pub activate: bool,
    /// HTTPS.
    #[command(flatten)]
    pub https: HttpsSettings,
    /// Header in which the proxy sets the client's address. Only use it if a proxy overwrites this header.
    #[arg(long, value_name = "HEADER")]
    pub address_header: Option<String>,
    /// Sign-ins, registrations and session refreshes per minute from one address. 0 for no limit. A lecture hall shares
    /// one address.
    #[arg(long, default_value_t = 600, value_name = "NUMBER")]
    pub address_limit: u32,
    /// The secret with which the recruiter signs links, for a study with `recruitment.signature`. That of a further
    /// study is in the file `recruitment.secret` of its folder in the data folder.
    #[arg(long, allow_hyphen_values = true, value_name = "SECRET", hide_env_values = true)]
    pub recruitment_secret: Option<String>,
    /// Usage analytics.
    #[command(flatten)]
    pub analytics: AnalyticsSettings,
    /// Invitations to later parts.
    #[command(flatten)]
    pub mail: MailSettings,
    /// Prolific's API.
    #[command(flatten)]
    pub prolific: ProlificSettings,
    /// Single sign-on for the consoles.
    #[command(flatten)]
    pub sso: SsoSettings,
    /// Maximum number of open connections.
    #[arg(long, default_value_t = 4096, value_name = "NUMBER")]
    pub connections: usize,
    /// Maximum number of open connections from one address. 0 for no limit. A lecture hall shares one address. There is
    /// no limit with --address-header or on a loopback address, because these are connections of the proxy.
    #[arg(long, default_value_t = 512, value_name = "NUMBER")]
    pub address_connections: usize,
    /// Log filter, for example `info` or `unmask_server=debug,info`.
    #[arg(long, default_value = "info", value_name = "FILTER")]
    pub log: String,
    /// Format of the log lines.
    #[arg(long, value_enum, default_value_t = LogFormat::Text)]
    pub log_format: LogFormat,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum LogFormat {
    /// Plain text.
    Text,
    /// One JSON object per line.
    Json,
}

impl Settings {
    /// Whether nobody chose the study.
    pub fn has_default_study(&self) -> bool {
        self.study == Path::new(DEFAULT_STUDY)
    }

    /// The folder of a further study: its database, its secrets and, unless it has a folder elsewhere, its bundle.
    pub fn folder_of(&self, id: &str) -> PathBuf {
        self.data.join("studies").join(id)
    }

    /// The bundle of a further study.
    pub fn bundle_of(&self, study: &HostedStudy) -> PathBuf {
        self.folder_of(&study.id).join(&study.folder)
    }

    /// The settings of a further study of this installation. What belongs to one study is its own: bundle, media,
    /// database, secrets. All else is shared.
    ///
    /// # Errors
    /// If the server key of the settings is not a key.
    pub fn of_study(&self, study: &HostedStudy) -> Result<Self> {
        let (folder, site) = (self.folder_of(&study.id), Site::of(&study.id, study.host.as_deref()));
        let secret = |purpose| secrets::derived(self, purpose, &study.id);
        Ok(Self {
            study: self.bundle_of(study),
            root_study: Some(self.study.clone()),
            database_url: study_url(&self.database_url, &folder, &study.id),
            media_url: study.media_url.clone(),
            recruitment_secret: recruitment_secret(&folder)?,
            prolific: ProlificSettings { prolific_token: None, ..self.prolific.clone() },
            server_key: secret("server key of a study")?,
            allocation_seed: secret("allocation seed of a study")?,
            new_server_key: false,
            activate: false,
            data: folder,
            site,
            ..self.clone()
        })
    }

    /// What follows from other settings: the public address of a server that serves HTTPS itself.
    #[must_use]
    pub fn completed(mut self) -> Self {
        if self.mail.public_url.is_none() {
            self.mail.public_url = self.https.names().first().map(|name| format!("https://{name}"));
        }
        self
    }

    /// The folder of media outside the bundle; none if they are in object storage.
    pub fn media_folder(&self) -> Option<PathBuf> {
        self.media_url.as_ref().filter(|url| !url.contains("://")).map(PathBuf::from)
    }
}

/// The secret with which the recruiter of a further study signs links. Each study has its own: otherwise a link for one
/// would be valid in all.
fn recruitment_secret(folder: &Path) -> Result<Option<String>> {
    let file = folder.join("recruitment.secret");
    match std::fs::read_to_string(&file) {
        Ok(secret) => Ok(Some(secret.trim().to_owned()).filter(|secret| !secret.is_empty())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("can't read '{}'", file.display())),
    }
}

/// Gives each setting its environment variable, and makes the values of the settings file the defaults of the flags of
/// the same names: flags and environment take precedence over the file, and its values are checked as theirs are. All
/// settings may also follow the name of the command.
pub fn with_sources(command: Command, args: &[OsString]) -> Result<Command> {
    let mut command = command.mut_args(|arg| {
        let variable = format!("UNMASK_{}", arg.get_id().as_str().to_uppercase());
        arg.global(true).env(variable)
    });
    let Some(path) = file_named(args) else { return Ok(command) };
    let text = std::fs::read_to_string(&path).with_context(|| format!("can't read '{}'", path.display()))?;
    let file: toml::Table = toml::from_str(&text).with_context(|| format!("'{}' is not valid TOML", path.display()))?;
    for (key, value) in file {
        let id = key.replace('-', "_");
        let known = command.get_arguments().any(|arg| arg.get_id() == id.as_str() && id != "config");
        if !known {
            bail!("'{}': there is no setting '{key}'", path.display());
        }
        let value = match value {
            toml::Value::String(text) => text,
            toml::Value::Integer(_) | toml::Value::Boolean(_) => value.to_string(),
            _ => bail!("'{}': '{key}' must be a text, a whole number, or true or false", path.display()),
        };
        command = command.mut_arg(id, |arg| arg.default_value(value));
    }
    Ok(command)
}

/// The settings file is needed before the flags can be read: it changes their defaults.
fn file_named(args: &[OsString]) -> Option<PathBuf> {
    let mut args = args.iter();
    while let Some(arg) = args.next() {
        let text = arg.to_str().unwrap_or_default();
        if text == "--config" {
            return args.next().map(PathBuf::from);
        }
        if let Some(path) = text.strip_prefix("--config=") {
            return Some(path.into());
        }
    }
    std::env::var_os("UNMASK_CONFIG").map(PathBuf::from)
}

#[cfg(test)]
mod tests {
    use clap::{FromArgMatches as _, Parser};

    use super::*;

    #[derive(Parser)]
    struct Cli {
        #[command(flatten)]
        settings: Settings,
    }

    fn parse(file: &str, args: &[&str]) -> Result<Settings> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("unmask.toml");
        std::fs::write(&path, file)?;
        let args: Vec<OsString> =
            ["unmask", "--config", path.to_str().unwrap()].iter().chain(args).map(OsString::from).collect();
        let command = with_sources(<Cli as clap::CommandFactory>::command(), &args)?;
        Ok(Cli::from_arg_matches(&command.try_get_matches_from(args)?)?.settings)
    }

    #[test]
    fn a_flag_wins_over_the_file() {
        let file = "listen = \"127.0.0.1:9000\"\nconnections = 7\nhttps = true\nadmin-username = \"lab\"";
        let settings = parse(file, &["--connections", "8"]).unwrap();
        assert_eq!((settings.listen.port(), settings.connections, settings.https.is_on()), (9000, 8, true));
        assert_eq!(settings.admin_username, "lab");
    }

    /// One in 64 seeds and keys in URL-safe base64 begins with a hyphen.
    #[test]
    fn a_secret_may_begin_with_a_hyphen() {
        let args = ["--allocation-seed", "-seed", "--server-key", "-key", "--admin-password", "--password"];
        let settings = parse("", &args).unwrap();
        let secrets = [settings.allocation_seed, settings.server_key, settings.admin_password];
        assert_eq!(secrets.map(Option::unwrap), ["-seed", "-key", "--password"]);
    }

    #[test]
    fn https_is_provided_by_a_proxy_or_for_names() {
        let names = |file: &str, args: &[&str]| {
            let https = parse(file, args).unwrap().https;
            (https.is_on(), https.names().join(" "))
        };
        assert_eq!(names("", &[]), (false, String::new()));
        assert_eq!(names("https = true", &[]), (true, String::new()));
        assert_eq!(names("https = true", &["--https=false"]), (false, String::new()));
        assert_eq!(names("", &["--https", "--activate"]), (true, String::new()));
        let two = (true, "a.example.org b.example.org".to_owned());
        assert_eq!(names("https = \"A.example.org,b.example.org\"", &[]), two);
        assert_eq!(names("https = true", &["--https", "a.example.org", "--https", "b.example.org"]), two);
        for no_name in ["serve", "127.0.0.1", "study.localhost", "https://study.example.org", "*.example.org"] {
            let error = parse("", &["--https", no_name]).unwrap_err().to_string();
            assert!(error.contains("host name"), "{no_name}: {error}");
        }
    }

    #[test]
    fn the_public_address_follows_from_the_name() {
        let url = |args: &[&str]| parse("", args).unwrap().completed().mail.public_url;
        assert_eq!(url(&["--https"]), None);
        assert_eq!(url(&["--https", "a.example.org,b.example.org"]).as_deref(), Some("https://a.example.org"));
        let chosen = ["--https", "a.example.org", "--public-url", "https://b.example.org"];
        assert_eq!(url(&chosen).as_deref(), Some("https://b.example.org"));
    }

    #[test]
    fn a_wrong_key_or_value_is_named() {
        let unknown = parse("listne = \"x\"", &[]).unwrap_err().to_string();
        assert!(unknown.contains("there is no setting 'listne'"), "{unknown}");
        let wrong = parse("listen = \"nowhere\"", &[]).unwrap_err().to_string();
        assert!(wrong.contains("nowhere"), "{wrong}");
    }
}
