//! A media ticket ends with the session that it was made for.

use serde_json::json;

use crate::support::{Client, Server, both};

both!(a_ticket_ends_with_its_session_alone, a_ticket_ends_with_withdrawal);

async fn in_flow_a(server: &Server) -> Client {
    server.walker_in("treatment_0", |position| position == "/flow-a/start").await.client
}

async fn ticket(client: &mut Client) -> String {
    let questions = client.get("/api/flow-a/questions").await.ok();
    questions[0]["media"]["sources"][0]["url"].as_str().unwrap().to_owned()
}

async fn a_ticket_ends_with_its_session_alone(server: Server) {
    let mut first = in_flow_a(&server).await;
    let url = ticket(&mut first).await;
    assert_eq!(ticket(&mut first).await, url, "the same for a reload");
    let mut second = server.visitor();
    second.sign_in(first.user["username"].as_str().unwrap()).await;
    let other = ticket(&mut second).await;
    assert_ne!(other, url);

    // Refreshing continues the same session.
    first.refresh().await;
    let mut browser = server.visitor();
    assert_eq!(browser.get(&url).await.status, 200);

    assert_eq!(first.send("POST", "/api/auth/logout", &[], vec![]).await.status, 204);
    browser.get(&url).await.is(404, "not_found");
    assert_eq!(browser.send("GET", &other, &[("range", "bytes=0-1")], vec![]).await.status, 206);
}

async fn a_ticket_ends_with_withdrawal(server: Server) {
    let mut client = in_flow_a(&server).await;
    let url = ticket(&mut client).await;
    assert_eq!(server.visitor().get(&url).await.status, 200);
    let left = client.post("/api/users/withdraw", json!({ "mode": "erase" })).await;
    assert_eq!(left.status, 200, "{left:?}");
    server.visitor().get(&url).await.is(404, "not_found");
}
