#!/bin/sh
# A turn by hand: chat.sh CONVERSATION QUESTION
set -eu
verbatim=${VERBATIM_URL:-http://127.0.0.1:8080}/v1
conversation=$verbatim/conversations/$1
scratch=$(mktemp -d)
trap 'rm -r "$scratch"' EXIT
ask() { curl --silent --show-error --fail-with-body "$@"; }

# Append. The cursor says where it landed.
cursor=$(jq --null-input --arg text "$2" '{ messages: [{ role: "user", content: $text }] }' |
  ask --json @- "$conversation/messages" | jq --raw-output .cursor)

# The context after it: its bytes alone, what explains them in headers.
call=$(jq --null-input --arg after "$cursor" '{ model: "gpt-4o", $after }' |
  ask --json @- --header 'accept: application/octet-stream' "$conversation/context" \
    --output "$scratch/body" --write-out '%header{x-verbatim-call-id}')

# The same bytes on to the model: its name is put before them, nothing is parsed.
{ printf '{"model":"gpt-4o",' && tail -c +2 "$scratch/body"; } |
  ask --json @- --header "authorization: Bearer $OPENAI_API_KEY" \
    "${OPENAI_BASE_URL:-https://api.openai.com/v1}/chat/completions" --output "$scratch/answer"

# What was really sent goes on record.
sha256=$(sha256sum <"$scratch/body" | cut -c 1-64)
ask --json "{\"sha256\":\"$sha256\"}" "$verbatim/calls/$call/sent" >/dev/null

# Append what it said, under the id it gave: sent again, it changes nothing.
cursor=$(jq '{ messages: [.choices[0].message], ids: [.id] }' "$scratch/answer" |
  ask --json @- "$conversation/messages" | jq --raw-output .cursor)

# Can the bytes of the call be made again? What was said, as soon as it can be read?
ask "$verbatim/calls/$call/verify" | jq --compact-output '{ segments, fold, sent, sha256 }'
until ask "$conversation/messages/$(jq --raw-output .id "$scratch/answer")" >"$scratch/last" 2>/dev/null; do sleep 0.1; done
ask "$conversation/history" | jq --raw-output '.items[] | "#\(.position) \(.role): \(.message.content)"'
