import { serverProperties } from './server-properties';

const node = (id: number) => ({ id, port: 9091 + id, controllerPort: 9094 + id });
const linesOf = (text: string): string[] => text.trimEnd().split('\n');

it('lets one node be whole without others, and three confirm by two', () => {
  const alone = linesOf(serverProperties(node(1), [node(1)], {}));
  expect(alone).toEqual(
    expect.arrayContaining([
      'controller.quorum.voters=1@127.0.0.1:9095',
      'listeners=PLAINTEXT://127.0.0.1:9092,CONTROLLER://127.0.0.1:9095',
      'offsets.topic.replication.factor=1',
      'min.insync.replicas=1',
    ]),
  );
  const second = linesOf(serverProperties(node(2), [node(1), node(2), node(3)], {}));
  expect(second).toEqual(
    expect.arrayContaining([
      'node.id=2',
      'controller.quorum.voters=1@127.0.0.1:9095,2@127.0.0.1:9096,3@127.0.0.1:9097',
      'offsets.topic.replication.factor=3',
      'min.insync.replicas=2',
    ]),
  );
});

it('lets settings win, written so that Java reads them as they are', () => {
  const settings = { 'auto.create.topics.enable': 'true', key: '  two lines\nC:\\kept, ü' };
  const lines = linesOf(serverProperties(node(1), [node(1)], settings));
  expect(lines.filter((line) => line.startsWith('auto.create'))).toEqual(['auto.create.topics.enable=true']);
  expect(lines.at(-1)).toBe('key=\\  two lines\\nC:\\\\kept, \\u00fc');
});

it('lets clients be told another port than the one it listens on', () => {
  const lines = linesOf(serverProperties({ ...node(1), advertisedPort: 7000 }, [node(1)], {}));
  expect(lines).toEqual(
    expect.arrayContaining([
      'listeners=PLAINTEXT://127.0.0.1:9092,CONTROLLER://127.0.0.1:9095',
      'advertised.listeners=PLAINTEXT://127.0.0.1:7000',
    ]),
  );
});
