import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { type AdaptorTestResult, saveAdaptor, testAdaptor } from '#shared/contract/adaptors.ts'
import type { RequestOf } from '#shared/contract/http-call.ts'
import { useServices } from '../../services/context.tsx'
import { refusalOf } from '../../services/http/refusal-of.ts'
import { ADAPTORS } from './keys.ts'
import { TEXT } from './text.ts'
import { INBOUND_TEXT } from './webhook-text.ts'

type SaveRequest = RequestOf<typeof saveAdaptor>
type TestRequest = RequestOf<typeof testAdaptor>

/** How the form of an adaptor is saved and tried: one at a time, and what is wrong is shown first. */
export function useAdaptorForm(name: string) {
  const { api, notices, prompts } = useServices()
  const client = useQueryClient()
  const [checked, setChecked] = useState<'save' | 'test' | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [result, setResult] = useState<AdaptorTestResult | null>(null)
  const run = async (what: 'save' | 'test', isGood: boolean, work: () => Promise<unknown>) => {
    setChecked(what)
    setProblem(null)
    setResult(null)
    if (isBusy || !isGood) return
    setBusy(true)
    await work().catch((error: unknown) => setProblem(refusalOf(error)))
    setBusy(false)
  }
  return {
    /** What was pressed last; null before anything was. */
    checked,
    /** What the end of the form shows. */
    end: { result, problem, isBusy },
    test: (isGood: boolean, request: TestRequest) =>
      run('test', isGood, async () => setResult(await api.call(testAdaptor, request, { quiet: true }))),
    save: async (isGood: boolean, request: SaveRequest) => {
      // What a test just found wrong is asked about before it is switched on (spec 5 §5.3).
      const failed =
        isGood && request.isEnabled ? result?.steps.find(({ isOk }) => isOk === false) : undefined
      const { saveFailedTest: title, saveAnyway: yes, goOn: no } = TEXT
      if (failed && !(await prompts.ask({ title, text: failed.words, yes, no }))) return
      return run('save', isGood, async () => {
        await api.call(saveAdaptor, request, { quiet: true })
        notices.show('success', INBOUND_TEXT.saved(name))
        await client.invalidateQueries({ queryKey: ADAPTORS })
      })
    },
  }
}
