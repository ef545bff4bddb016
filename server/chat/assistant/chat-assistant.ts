/** Something that answers in words: what stands behind rewording, suggested replies and tasks from messages. */
export interface ChatAssistant {
  /**
   * @param instruction what is to be done with the text; never from a person
   * @param text what a person wrote
   * @throws AssistantError where there is no answer
   */
  ask(instruction: string, text: string): Promise<string>
}

/** The service didn't answer, or not in words. The cause is for the log; people are told only that. */
export class AssistantError extends Error {
  override readonly name = 'AssistantError'
}
