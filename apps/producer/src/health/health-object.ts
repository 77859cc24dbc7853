/** The answer of `/health`: whole seconds of the process and the time (http-api 1). */
export function healthObject(): { readonly status: 'ok'; readonly uptime: number; readonly timestamp: string } {
  return { status: 'ok', uptime: Math.floor(process.uptime()), timestamp: new Date().toISOString() };
}
