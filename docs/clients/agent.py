from openai import OpenAI
from verbatim_context import Verbatim

chat, model = Verbatim().conversation("parcel-7391"), OpenAI()
chat.append([{"role": "user", "content": "Where is my parcel 7391?"}])
context = chat.context(model="gpt-4o")
answer = model.chat.completions.create(model="gpt-4o", **context.body).choices[0].message
chat.append([answer.model_dump()])
print(answer.content)
print(f"What did the model see? verbatim saw {chat.id} {context.call_id}")
