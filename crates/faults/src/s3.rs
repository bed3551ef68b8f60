//! An S3-compatible store with its objects in a folder, for tests. It checks signatures as the protocol defines them,
//! so that wrong credentials are rejected.

use std::io::{Error, Result};
use std::net::SocketAddr;
use std::path::Path;

use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto::Builder;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use s3s_fs::FileSystem;
use tokio::net::TcpListener;
use tokio::task::{JoinHandle, JoinSet};

/// The access key.
pub const ACCESS_KEY: &str = "laboratory";
/// The secret key.
pub const SECRET_KEY: &str = "a secret of the laboratory";
/// The name of the bucket.
pub const BUCKET: &str = "study-media";

/// A running store; it stops when this is dropped.
pub struct S3 {
    /// Where it listens.
    pub address: SocketAddr,
    serving: JoinHandle<()>,
}

impl S3 {
    /// Starts a store on a folder, in which every bucket is a folder.
    pub async fn start(folder: &Path) -> Result<Self> {
        std::fs::create_dir_all(folder.join(BUCKET))?;
        let files = FileSystem::new(folder).map_err(|error| Error::other(format!("{error:?}")))?;
        let mut service = S3ServiceBuilder::new(files);
        service.set_auth(SimpleAuth::from_single(ACCESS_KEY, SECRET_KEY));
        let service = service.build();
        let listener = TcpListener::bind("127.0.0.1:0").await?;
        let address = listener.local_addr()?;
        let serving = tokio::spawn(async move {
            // They stop with the task.
            let mut connections = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                let service = service.clone();
                while connections.try_join_next().is_some() {}
                connections.spawn(async move {
                    let _ = Builder::new(TokioExecutor::new()).serve_connection(TokioIo::new(stream), service).await;
                });
            }
        });
        Ok(Self { address, serving })
    }

    /// The environment variables with its address and credentials.
    pub fn environment(&self) -> [(&'static str, String); 5] {
        [
            ("AWS_ENDPOINT_URL", format!("http://{}", self.address)),
            ("AWS_REGION", "eu-central-1".into()),
            ("AWS_ACCESS_KEY_ID", ACCESS_KEY.into()),
            ("AWS_SECRET_ACCESS_KEY", SECRET_KEY.into()),
            ("AWS_ALLOW_HTTP", "true".into()),
        ]
    }
}

impl Drop for S3 {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
