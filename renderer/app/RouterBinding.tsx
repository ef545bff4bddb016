import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { useServices } from '../services/context.tsx'

/** Lends the router to the services that send the page somewhere. */
export function RouterBinding() {
  const navigate = useNavigate()
  const { navigation } = useServices()
  useEffect(() => navigation.bind((path) => void navigate(path, { replace: true })), [navigation, navigate])
  return null
}
