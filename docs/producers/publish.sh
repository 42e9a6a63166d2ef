#!/bin/sh
# Publishes a conversation: publish.sh CONVERSATION [-X setting=value …] < messages.tsv
# Each line of the input is a message's id, a tab, and the message as an OpenAI chat message.
conversation=$1 && shift

jq --raw-input --raw-output --arg conversation "$conversation" '
  split("\t") as [$id, $message]
  | { specversion: "1.0", id: $id, source: "shop/kcat", type: "MessageAppended",
      subject: $conversation, data: ($message | fromjson) }
  | "default/\($conversation)\t\(tojson)"
' | kcat -P -b "${KAFKA_BROKERS:-127.0.0.1:9092}" -t "${KAFKA_TOPIC:-conversation-events}" -K '\t' \
  -X acks=all -X enable.idempotence=true "$@"
