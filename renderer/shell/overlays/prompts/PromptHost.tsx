import { Suspense } from 'react'
import { ErrorBoundary } from 'react-error-boundary'
import { useStore } from 'zustand'
import { useServices } from '../../../services/context.tsx'
import { lazyCode } from '../../../ui/fetch-code.ts'
import { PlainPrompt } from './PlainPrompt.tsx'

/** Fetched with the first prompt, or once somebody is signed in: the sign-in screen seldom has one. */
export const loadPromptModal = async () => (await import('./PromptModal.tsx')).PromptModal
const PromptModal = lazyCode(loadPromptModal)

/** Shows the first of the prompts that wait (spec 1 §4.8). */
export function PromptHost() {
  const { prompts } = useServices()
  const first = useStore(prompts.store, ([first]) => first)
  if (!first) return null
  const props = { prompt: first, onAnswer: (yes: boolean) => prompts.answer(first.id, yes) }
  return (
    // Each starts its countdown anew.
    <ErrorBoundary key={first.id} fallbackRender={() => <PlainPrompt {...props} />}>
      <Suspense>
        <PromptModal {...props} />
      </Suspense>
    </ErrorBoundary>
  )
}
