import { useCallback, useState } from 'react'
import { useServices } from '../../services/context.tsx'

/** What a visitor fills in by field, kept over a reload until it is sent. One link's at a time is kept. */
export function useDraft(token: string) {
  const { storage } = useServices()
  const [values, setValues] = useState<Readonly<Record<string, string>>>(() => {
    const kept = storage.get('publicDraft')
    return kept?.token === token ? kept.values : {}
  })
  const set = useCallback(
    (field: string, value: string) =>
      setValues((before) => {
        const next = { ...before, [field]: value }
        storage.set('publicDraft', { token, values: next })
        return next
      }),
    [storage, token],
  )
  const clear = useCallback(() => {
    storage.remove('publicDraft')
    setValues({})
  }, [storage])
  return { values, set, clear }
}
