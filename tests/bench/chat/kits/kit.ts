/** A message, as each kit is given it in its own shape. */
export interface KitMessage {
  readonly id: number
  readonly text: string
  readonly mine: boolean
  readonly at: Date
}

/** A list of messages in a page. */
export interface Kit {
  mount(place: HTMLElement, messages: readonly KitMessage[]): void
  prepend(messages: readonly KitMessage[]): void | Promise<void>
  append(message: KitMessage): void
}
