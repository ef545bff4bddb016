/** A question of the guide and its answer (spec 3 §3). */
export interface RenderedStep {
  readonly message: string
  readonly value: string
}

/** A transcript as it is shown: step by step, or as plain text where it can't be parsed. */
export type Transcript =
  | { readonly kind: 'steps'; readonly steps: readonly RenderedStep[] }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'none' }

/** Most steps of a transcript. The documents name no limit. */
export const TRANSCRIPT_STEPS_MAX = 200
export const TRANSCRIPT_MAX = 100_000

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function stepsOf(parsed: unknown): readonly unknown[] | null {
  if (typeof parsed !== 'object' || parsed === null || !('renderedSteps' in parsed)) return null
  return Array.isArray(parsed.renderedSteps) ? parsed.renderedSteps : null
}

function stepOf(step: unknown): RenderedStep {
  if (typeof step !== 'object' || step === null) return { message: '', value: textOf(step) }
  return {
    message: 'message' in step ? textOf(step.message) : '',
    value: 'value' in step ? textOf(step.value) : '',
  }
}

/**
 * Parses a ticket's transcript, which should be JSON with `renderedSteps`; anything else is shown as text.
 */
export function readTranscript(transcript: string): Transcript {
  if (transcript.trim() === '') return { kind: 'none' }
  try {
    const steps = stepsOf(JSON.parse(transcript))
    return steps ? { kind: 'steps', steps: steps.map(stepOf) } : { kind: 'text', text: transcript }
  } catch {
    return { kind: 'text', text: transcript }
  }
}

/** Writes a transcript as tickets store it. */
export function writeTranscript(renderedSteps: readonly RenderedStep[]): string {
  return JSON.stringify({ renderedSteps })
}

/** What is wrong with a transcript that is sent; null where nothing is. Reading accepts more. */
export function transcriptProblem(transcript: string): string | null {
  const read = readTranscript(transcript)
  if (read.kind === 'text') return 'The transcript cannot be read.'
  return read.kind === 'steps' && read.steps.length > TRANSCRIPT_STEPS_MAX
    ? 'The transcript is too long.'
    : null
}
