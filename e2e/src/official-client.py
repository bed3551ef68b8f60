"""The analytics service's own Python client, pointed at our collector by configuration alone."""

import sys
import time

from mixpanel import BufferedConsumer, Consumer, Mixpanel

collector, token, secret = sys.argv[1:]
urls = [f"{collector}/{route}" for route in ("track", "engage", "import")]
client = Mixpanel(token, consumer=Consumer(*urls, groups_url=f"{collector}/groups"))

client.track("robot-1", "Signed Up", {"plan": "lab"})
client.people_set("robot-1", {"plan": "lab", "visits": 1})
client.people_increment("robot-1", {"visits": 2})
client.people_union("robot-1", {"tags": ["a", "b"]})
client.people_append("robot-1", {"gone": 1})
client.people_unset("robot-1", ["gone"])

buffered = Mixpanel(token, consumer=BufferedConsumer(50, *urls))
# Twice within a second.
for _ in range(2):
    buffered.track("robot-1", "Signed Up", {"plan": "lab"})
for days in (400, 800):
    then = int(time.time()) - days * 24 * 60 * 60
    buffered.import_data(None, "robot-1", "Imported", then, api_secret=secret)
buffered._consumer.flush()
