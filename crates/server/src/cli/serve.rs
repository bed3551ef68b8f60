//! `unmask serve`

use std::io::ErrorKind;
use std::net::{Ipv4Addr, SocketAddr};
use std::panic::resume_unwind;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::anyhow;
use axum::Router;
use futures_util::future::join_all;
use listenfd::ListenFd;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::{TcpListener, TcpSocket};
use tokio::sync::oneshot;
use unmask_store::backup::{self, Databases};
use unmask_store::lock::{self, Missing, ServerLock};

use super::command::{not_opened, open_control};
use super::{admin, unfinished};
use crate::app::{App, Common};
use crate::base::config::{HttpsSettings, Switch};
use crate::base::logging;
use crate::cli::prelude::*;
use crate::https::{self, Live, Renewal};
use crate::installation::{Installation, Served};
use crate::jobs::{comparison, invitations, maintenance, webhooks};
use crate::routes;
use crate::serve::{self, ConnectionLimits};
use crate::study_versions::LoadedVersion;

/// Clients that wait in the kernel's queue until they are accepted.
const BACKLOG: u32 = 1024;

pub fn run(settings: Settings) -> Result<ExitCode> {
    logging::start(&settings)?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    // What a thread has freed, the allocator keeps for that thread, and reading a study frees a lot: the start runs on
    // a separate thread, which ends.
    let ready = thread::scope(|scope| {
        let start = scope.spawn(|| runtime.block_on(start(settings)));
        start.join().unwrap_or_else(|panic| resume_unwind(panic))
    })?;
    let locks = runtime.block_on(until_stopped(ready))?;
    // This closes the last connection to the database. The locks may be released only afterwards. A read that hangs, of
    // a network file system for example, would otherwise keep its thread and the program for ever.
    runtime.shutdown_timeout(LAST_READS);
    drop(locks);
    Ok(ExitCode::SUCCESS)
}

/// Timeout for reads that continue after the last request.
const LAST_READS: Duration = Duration::from_secs(1);

/// The parts of a server that has started.
struct Ready {
    installation: Installation,
    listener: TcpListener,
    https: Option<OwnHttps>,
    metrics: Option<TcpListener>,
}

/// HTTPS that the server provides itself.
struct OwnHttps {
    live: Live,
    renewal: Renewal,
    /// The port for plain HTTP.
    plain: TcpListener,
}

async fn start(mut settings: Settings) -> Result<Ready> {
    let mut sockets = handed_over()?;
    let has_names = !settings.https.names().is_empty();
    let (listener, plain) = if has_names {
        let HttpsSettings { https_listen, http_listen, .. } = settings.https;
        let mut socket = |address, flag| match take_port(&mut sockets, address) {
            Some(socket) => Ok(socket),
            None => listen(address, flag),
        };
        let listener = socket(https_listen, "--https-listen")?;
        (listener, Some(socket(http_listen, "--http-listen")?))
    } else {
        let socket = take_port(&mut sockets, settings.listen).or_else(|| sockets.into_iter().next());
        (socket.map_or_else(|| listen(settings.listen, "--listen"), Ok)?, None)
    };
    let bound = if has_names { &mut settings.https.https_listen } else { &mut settings.listen };
    *bound = listener.local_addr()?;
    open_files_for(settings.connections);
    let metrics = settings.metrics.map(|address| listen(address, "--metrics")).transpose()?;
    prepare_data(&settings)?;
    let https = plain.map(|plain| {
        let live = Live::default();
        let renewal = Renewal::new(&settings, live.clone(), Clock::system())?;
        anyhow::Ok(OwnHttps { live, renewal, plain })
    });
    let https = https.transpose()?;
    let control = open_control(&settings).await?;
    let installation = Installation::open(settings, Clock::system(), control, |settings, clock, common| {
        Box::pin(open_study(settings, clock, common))
    });
    Ok(Ready { installation: installation.await?, listener, https, metrics })
}

/// Opens a study for serving, with its jobs.
async fn open_study(settings: Settings, clock: Clock, common: Common) -> Result<Served> {
    // First the check that fails most often and costs nothing.
    std::fs::read_dir(&settings.study)
        .with_context(|| format!("can't read the study folder '{}'", settings.study.display()))?;
    prepare_data(&settings)?;
    let locks = only_server(&settings).await?;
    unfinished::sweep(&settings);
    let store = open_store(&settings).await?;
    let app = App::open_with(settings, clock, store, common).await?;
    if app.settings.site.is_root() {
        admin::ensure(&app).await?;
    }
    if let Some(why) = app.versions.rejected() {
        tracing::warn!(study = %app.settings.study.display(), "the study folder is not served; the version in the database goes on");
        print_status!("Attention: {why}");
        print_status!("So participants get the version that was activated last. See: unmask check, unmask activate");
    }
    let invites = |loaded: &Arc<LoadedVersion>| loaded.study.file.waves.iter().any(|wave| !wave.reminders.is_empty());
    if app.relay.is_none() && app.versions.all().iter().any(invites) {
        tracing::warn!(
            study = app.settings.site.id(),
            "the study invites participants to later parts, but no e-mails are sent: set --smtp-url and --public-url"
        );
    }
    let jobs = vec![
        tokio::spawn(maintenance::run(app.clone())),
        tokio::spawn(maintenance::follow(app.clone())),
        tokio::spawn(invitations::run(app.clone())),
        tokio::spawn(webhooks::run(app.clone())),
        tokio::spawn(comparison::run(app.clone())),
    ];
    Ok(Served::new(routes::router(app.clone()), app, jobs, locks))
}

/// Timeout for another server to end: it finishes its requests, then closes its databases.
const HANDOVER: Duration = serve::DRAIN_LIMIT.saturating_add(Duration::from_secs(5));

/// Locks the SQLite files of the study and of the analytics, so that only one server uses them. Databases with
/// different names can share the analytics' file.
async fn only_server(settings: &Settings) -> Result<Vec<ServerLock>> {
    let Some(Databases { study, analytics }) = backup::databases(&settings.database_url) else { return Ok(vec![]) };
    let mut locks = vec![only_server_on(&study, settings).await?];
    if lock::has_hard_links(&study) {
        let database = study.display();
        bail!(
            "the database '{database}' has another name (a hard link). SQLite keeps the newest commits in a file named \
             after the database, so under another name they are missing. Find the names with `find / -xdev -samefile \
             '{database}'`, and remove all but the one that was used last"
        );
    }
    if settings.analytics.analytics == Switch::On {
        locks.push(only_server_on(&analytics, settings).await?);
    }
    Ok(locks)
}

async fn only_server_on(file: &Path, settings: &Settings) -> Result<ServerLock> {
    let take = async |patience| {
        let lock = lock::lock(file, Missing::Create, patience).await;
        lock.map_err(|error| not_opened(settings, error))
    };
    let (database, name) = (file.display(), lock::lock_file(file));
    let mut lock = take(Duration::ZERO).await?;
    if lock.is_none() {
        tracing::info!(lock = %name.display(), limit = ?HANDOVER, "waiting for another process to release the database");
        lock = take(HANDOVER).await?;
    }
    lock.with_context(|| {
        format!(
            "another server uses the database '{database}', or `unmask restore` puts it in place (`fuser '{database}' \
             '{}'` names the process); stop it, or start this server with its own database (--database-url). Several \
             servers share a study on PostgreSQL (docs/OPERATING.md)",
            name.display()
        )
    })
}

async fn until_stopped(Ready { installation, listener, https, metrics }: Ready) -> Result<Vec<ServerLock>> {
    announce(&installation, listener.local_addr()?, https.is_some());
    let stop = serve::stop_signal()?;
    if let (Some(metrics), Some(measured)) = (metrics, installation.measured()) {
        print_status!("Metrics: http://{}/metrics", metrics.local_addr()?);
        tokio::spawn(crate::metrics::serve(metrics, measured));
    }
    let following = tokio::spawn(installation.clone().follow());
    let cleaning = tokio::spawn(installation.clone().clean());
    let (draining, drained) = oneshot::channel();
    let stopping = || {
        installation.drain();
        let _ = draining.send(());
    };
    let last_messages = async {
        if drained.await.is_ok() {
            let open: Vec<_> = installation.studies().iter().filter_map(|study| study.now()).collect();
            let relays = open.iter().filter_map(|served| served.app.relay.as_ref());
            join_all(relays.map(|relay| invitations::finish(relay, serve::DRAIN_LIMIT))).await;
        }
    };
    let router = routes::installation::router(installation.clone());
    let limits = ConnectionLimits::of(installation.settings());
    match https {
        Some(https) => {
            let served = serve_https(https, listener, router, limits, &installation, stop, stopping);
            tokio::join!(served, last_messages).0?;
        }
        None => drop(tokio::join!(serve::serve(listener, router, limits, stop, stopping), last_messages)),
    }
    following.abort();
    cleaning.abort();
    Ok(installation.close().await)
}

/// Serves HTTPS, and on the other port redirects and challenges, until `stop` completes.
async fn serve_https(
    OwnHttps { live, renewal, plain }: OwnHttps,
    listener: TcpListener,
    router: Router,
    limits: ConnectionLimits,
    installation: &Installation,
    stop: impl Future<Output = ()>,
    stopping: impl FnOnce(),
) -> Result<()> {
    print_status!("Plain HTTP: redirected from {}", plain.local_addr()?);
    let studies = installation.clone();
    let hosts = move || studies.studies().iter().filter_map(|study| study.site.host().map(str::to_owned)).collect();
    let renewing = tokio::spawn(renewal.run(hosts));
    let redirecting = https::plain_router(live.clone(), installation.settings(), router.clone());
    let few = ConnectionLimits { all: limits.all.min(REDIRECTED), ..limits };
    let (stopped, also_stopped) = oneshot::channel();
    let also_stopped = async {
        // Also if the sender is dropped.
        let _ = also_stopped.await;
    };
    let stop = async {
        stop.await;
        let _ = stopped.send(());
    };
    let listener = serve::Listener::with_tls(listener, live.acceptor()?);
    tokio::join!(
        serve::serve(listener, router, limits, stop, stopping),
        serve::serve(plain, redirecting, few, also_stopped, || {})
    );
    renewing.abort();
    Ok(())
}

/// The most connections to the port for plain HTTP. Each gets one short reply.
const REDIRECTED: usize = 256;

/// Says what is served where.
fn announce(installation: &Installation, address: SocketAddr, is_https: bool) {
    let settings = installation.settings();
    let public = settings.mail.public_url.clone().filter(|_| is_https);
    let url = public.unwrap_or_else(|| format!("http://{address}"));
    for study in installation.studies() {
        match (study.now(), study.site.is_root()) {
            (Some(root), true) => {
                print_status!("Unmask serves '{}' on {url}", root.app.versions.active().study.file.title.0);
                print_status!("Admin: {} (forgotten password: unmask admin)", settings.admin_username);
                print_status!("Console: sign in at {url}/auth, then {url}/admin");
            }
            (None, true) => print_status!(
                "Attention: the study at the root can't be opened ({}); it is tried again",
                study.fault().unwrap_or_default()
            ),
            (_, false) => print_status!("Study '{}' ({}): {}", study.site.id(), study.title, study.site.url(&url)),
        }
    }
}

/// Upper estimate of the open files besides connections: databases, media, the log.
const OTHER_FILES: u64 = 1000;

/// Raises the limit on open files as far as permitted: each connection is an open file, and most systems start
/// with 1024.
fn open_files_for(connections: usize) {
    let limit = getrlimit(Resource::Nofile);
    let wanted = u64::try_from(connections).map_or(u64::MAX, |connections| connections.saturating_add(OTHER_FILES));
    let wanted = limit.maximum.map_or(wanted, |most| most.min(wanted));
    if limit.current.is_some_and(|current| current < wanted)
        && let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limit })
    {
        tracing::warn!(%error, wanted, "can't raise the limit of open files");
    }
}

/// The sockets that systemd holds for the program. While the program restarts, clients wait in their queues and are not
/// rejected.
fn handed_over() -> Result<Vec<TcpListener>> {
    let (mut handed, mut sockets) = (ListenFd::from_env(), Vec::new());
    for index in 0..handed.len() {
        let socket = handed.take_tcp_listener(index).context("a socket passed by systemd is not a TCP socket")?;
        if let Some(socket) = socket {
            socket.set_nonblocking(true)?;
            sockets.push(TcpListener::from_std(socket)?);
        }
    }
    Ok(sockets)
}

/// The socket with the port of an address, if systemd holds one.
fn take_port(sockets: &mut Vec<TcpListener>, address: SocketAddr) -> Option<TcpListener> {
    let has_port = |socket: &TcpListener| socket.local_addr().is_ok_and(|own| own.port() == address.port());
    let index = sockets.iter().position(has_port)?;
    Some(sockets.swap_remove(index))
}

/// Listens on an address that a flag names.
fn listen(address: SocketAddr, flag: &str) -> Result<TcpListener> {
    let (socket, address) = match address {
        SocketAddr::V4(_) => (TcpSocket::new_v4()?, address),
        SocketAddr::V6(v6) => match TcpSocket::new_v6() {
            Ok(socket) => (socket, address),
            // A machine without IPv6.
            Err(_) if v6.ip().is_unspecified() => {
                (TcpSocket::new_v4()?, (Ipv4Addr::UNSPECIFIED, address.port()).into())
            }
            Err(error) => return Err(error.into()),
        },
    };
    socket.set_reuseaddr(true)?;
    let failed = |error: std::io::Error| {
        let why = match error.kind() {
            ErrorKind::AddrInUse => "another program is listening there",
            ErrorKind::AddrNotAvailable => "this machine does not have that address",
            ErrorKind::PermissionDenied => {
                "ports below 1024 are for the system, and for programs that systemd permits it (unmask.service, \
                 unmask-https.socket)"
            }
            _ => return anyhow!("can't listen on {address} ({error}); {flag} chooses another address"),
        };
        anyhow!("can't listen on {address}: {why}; {flag} chooses another address")
    };
    socket.bind(address).map_err(failed)?;
    socket.listen(BACKLOG).map_err(failed)
}
