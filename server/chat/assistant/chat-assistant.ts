/** A language model, behind rewording, suggested replies and tasks from messages. */
export interface ChatAssistant {
  /**
   * @param instruction what to do with the text; never written by a person @param text what a person wrote
   * @throws AssistantError where there is no answer
   */
  ask(instruction: string, text: string): Promise<string>
}

/**
 * The service didn't answer, or not with words. The cause goes to the log; people are only told that it
 * failed.
 */
export class AssistantError extends Error {
  override readonly name = 'AssistantError'
}
