"""A turn whose messages go through Kafka: chat.py CONVERSATION QUESTION"""

import json
import os
import sys
import urllib.parse
import urllib.request
import uuid

from confluent_kafka import Producer
from openai import OpenAI

conversation, question = sys.argv[1:]
verbatim = os.environ.get("VERBATIM_URL", "http://127.0.0.1:8080") + "/v1"
topic = os.environ.get("KAFKA_TOPIC", "conversation-events")
producer = Producer(
    {
        "bootstrap.servers": os.environ.get("KAFKA_BROKERS", "127.0.0.1:9092"),
        "acks": "all",
        "enable.idempotence": True,
        "partitioner": "murmur2_random",
    }
)


def publish(message_id, message):
    """Returns when Kafka has it; the conversation has it a moment later."""
    event = {
        "specversion": "1.0",
        "id": message_id,
        "source": "shop/python",
        "type": "MessageAppended",
        "subject": conversation,
        "data": message,
    }
    failures = []
    producer.produce(
        topic,
        key="default/" + conversation.replace("%", "%25").replace("/", "%2F"),
        value=json.dumps(event),
        on_delivery=lambda error, _: error is not None and failures.append(error),
    )
    producer.flush()
    if failures:
        sys.exit(f"not delivered: {failures[0]}")


def ask(path, body=None):
    request = urllib.request.Request(
        verbatim + path,
        data=None if body is None else json.dumps(body).encode(),
        headers={"content-type": "application/json"},
    )
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def context(after):
    path = f"/conversations/{urllib.parse.quote(conversation, safe='')}/context"
    return ask(path, {"model": "gpt-4o", "after": after})


question_id = str(uuid.uuid4())
publish(question_id, {"role": "user", "content": question})
served = context(after=question_id)
print(f"{served['callId']}: {served['tokens']} tokens, {len(served['body']['messages'])} messages")

completion = OpenAI().chat.completions.create(model="gpt-4o", **served["body"])
message = completion.choices[0].message
print(message.content)

publish(completion.id, message.model_dump(exclude_none=True))
print(ask(f"/calls/{served['callId']}/verify"))
