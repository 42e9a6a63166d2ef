/** What a script needs of a conversation: an agent runtime's two requests. */
export interface Chat {
  /** Adds one message: the JSON text of an OpenAI chat message. */
  append(text: string): Promise<void>;
  /** Asks for the context of the next model call. */
  call(): Promise<void>;
}

/** Plays a conversation from its first message to its last. */
export type Script = (chat: Chat) => Promise<void>;
