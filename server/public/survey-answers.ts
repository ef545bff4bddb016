import type { SurveyQuestion } from '#shared/contract/public-subjects.ts'
import { Refusal } from '../refusal.ts'

interface Given {
  readonly id: string
  readonly answer: string
}

const SCALE = /^(?:[0-9]|10)$/

function fits({ kind, choices }: SurveyQuestion, answer: string): boolean {
  if (kind === 'CHOICE') return choices.includes(answer)
  return kind === 'TEXT' || SCALE.test(answer)
}

/**
 * The answers in the order of the questions, without blank ones. @throws Refusal 400 that names a question
 * without an answer, or with one that it doesn't offer.
 */
export function readSurveyAnswers(questions: readonly SurveyQuestion[], given: readonly Given[]): Given[] {
  const byID = new Map(given.map(({ id, answer }) => [id, answer.trim()]))
  return questions.flatMap((question) => {
    const answer = byID.get(question.id) ?? ''
    if (answer === '') {
      if (question.isRequired) throw new Refusal(400, 'survey.unanswered', { question: question.text })
      return []
    }
    if (!fits(question, answer)) throw new Refusal(400, 'survey.noAnswer', { question: question.text })
    return [{ id: question.id, answer }]
  })
}
