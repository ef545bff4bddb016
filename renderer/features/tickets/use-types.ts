import { useQuery } from '@tanstack/react-query'
import {
  type AnswerTemplate,
  TICKET_TYPES,
  type TicketQuestion,
  type TicketType,
  usualQuestions,
} from '#shared/domain/ticket-guide.ts'
import { useServices } from '../../services/context.tsx'
import { choicesQuery } from './queries.ts'

/** What a ticket can be about now. Until the company's own types are known: those of every company. */
export function useTypes(): readonly TicketType[] {
  const { api } = useServices()
  const { data } = useQuery(choicesQuery(api))
  return data ? data.ticketTypes.map(({ value }) => value) : TICKET_TYPES
}

/** The same with the retired ones, which old tickets still have. */
export function useTypesEver(): readonly TicketType[] {
  const { api } = useServices()
  const { data } = useQuery(choicesQuery(api))
  return [...useTypes(), ...(data?.retiredTypes ?? [])]
}

/** The company's templates of answers, for whoever resolves tickets. */
export function useAnswers(): readonly AnswerTemplate[] {
  const { api } = useServices()
  return useQuery(choicesQuery(api)).data?.answers ?? []
}

/** What is asked about each type. */
export function useQuestions(): (type: TicketType) => readonly TicketQuestion[] {
  const { api } = useServices()
  const { data } = useQuery(choicesQuery(api))
  return (type) => data?.ticketTypes.find(({ value }) => value === type)?.questions ?? usualQuestions(type)
}
