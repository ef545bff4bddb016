import { useEffect, useState } from 'react'
import { companyCalled } from '#shared/contract/company.ts'
import { useServices } from '../../services/context.tsx'
import type { ApiClient } from '../../services/http/api-client.ts'

const known = new WeakMap<ApiClient, Promise<string>>()

/** Asked for once a page; a failure is none of a picture's, and is asked again with the next one. */
function nameOf(api: ApiClient): Promise<string> {
  const asked = known.get(api) ?? api.call(companyCalled, undefined, { quiet: true }).then((one) => one.name)
  known.set(api, asked)
  return asked.catch(() => {
    known.delete(api)
    return ''
  })
}

/** The company's name, which says what its pictures show; '' until it is known. */
export function useCompanyName(): string {
  const { api } = useServices()
  const [name, setName] = useState('')
  useEffect(() => {
    let isWanted = true
    void nameOf(api).then((read) => isWanted && setName(read))
    return () => {
      isWanted = false
    }
  }, [api])
  return name
}
