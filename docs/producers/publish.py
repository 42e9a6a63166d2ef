"""Publishes a conversation: publish.py CONVERSATION [setting=value …] < messages.tsv

Each line of the input is a message's id, a tab, and the message as an OpenAI chat message.
"""

import json
import os
import sys

from confluent_kafka import Producer

conversation, *settings = sys.argv[1:]
topic = os.environ.get("KAFKA_TOPIC", "conversation-events")
failures = []


def delivered(error, record):
    if error is not None:
        failures.append(error)
    else:
        print(f"partition {record.partition()} offset {record.offset()}")


producer = Producer(
    {
        "bootstrap.servers": os.environ.get("KAFKA_BROKERS", "127.0.0.1:9092"),
        "acks": "all",
        "enable.idempotence": True,
        **dict(setting.split("=", 1) for setting in settings),
    }
)
for line in sys.stdin:
    message_id, message = line.split("\t", 1)
    event = {
        "specversion": "1.0",
        "id": message_id,
        "source": "shop/python",
        "type": "MessageAppended",
        "subject": conversation,
        "data": json.loads(message),
    }
    producer.produce(
        topic, key=f"default/{conversation}", value=json.dumps(event), on_delivery=delivered
    )
    producer.poll(0)

producer.flush()
for failure in failures:
    print(f"not delivered: {failure}", file=sys.stderr)
sys.exit(1 if failures else 0)
