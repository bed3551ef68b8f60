import Mixpanel, { type Callback } from 'mixpanel';

/** The analytics service's official client for Node, configured for our collector. It imports only over HTTPS. */
export async function useNodeClient(address: string): Promise<void> {
  const { hostname: host, port } = new URL(address);
  // The service's own addresses have no port and no path, so its types lack both.
  const settings = { host, port: Number(port), protocol: 'http', path: '/api/collect' };
  const client = Mixpanel.init('unmask', settings as Partial<Mixpanel.InitConfig>);
  const done = (send: (callback: Callback) => void) =>
    new Promise<void>((resolve, reject) => {
      send((error) => (error ? reject(error) : resolve()));
    });
  const who = { distinct_id: 'robot-2' };
  // The same event twice within a second; this client gives events no IDs.
  const time = Math.floor(Date.now() / 1000);
  const signedUp = { ...who, time, plan: 'lab & more' };
  await done((sent) => client.track('Signed Up', { ...signedUp }, sent));
  await done((sent) => client.track('Signed Up', { ...signedUp }, sent));
  const batch = ['One', 'One', 'Two', 'One'].map((event) => ({
    event,
    properties: { ...who, time },
  }));
  await new Promise<void>((resolve, reject) => {
    client.track_batch(batch, (errors) => (errors?.length ? reject(errors[0]) : resolve()));
  });
  await done((sent) => client.people.set('robot-2', { plan: 'lab', gone: 1 }, sent));
  await done((sent) => client.people.set_once('robot-2', { plan: 'other', first: 'x' }, sent));
  await done((sent) => client.people.increment('robot-2', 'visits', 2, sent));
  await done((sent) => client.people.append('robot-2', { tags: 'a' }, sent));
  await done((sent) => client.people.union('robot-2', { tags: ['a', 'b'] }, sent));
  await done((sent) => client.people.remove('robot-2', { tags: 'a' }, sent));
  await done((sent) => client.people.unset('robot-2', 'gone', sent));
  await done((sent) => client.groups.set('lab', 'north', { rooms: 2 }, sent));
}
