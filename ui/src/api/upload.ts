/** `fetch` for large bodies, which reports the percentage sent (0 to 100). */
export function uploading(onSent: (percent: number) => void): typeof fetch {
  return (path, { method = 'POST', headers, body } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest()
      request.open(method, String(path))
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value)
      request.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? Math.round((100 * loaded) / total) : 0)
      request.onload = () => resolve(answerOf(request))
      request.onerror = () => reject(new TypeError('The server did not answer'))
      request.send(body as XMLHttpRequestBodyInit)
    })
}

function answerOf(request: XMLHttpRequest): Response {
  const { status, statusText, responseText } = request
  const headers = new Headers()
  // Without headers this is an empty string.
  for (const line of request.getAllResponseHeaders().split('\r\n').filter(Boolean)) {
    const colon = line.indexOf(':')
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim())
  }
  return new Response(responseText || null, { status, statusText, headers })
}
