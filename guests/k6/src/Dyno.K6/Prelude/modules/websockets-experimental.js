// k6/experimental/websockets: the name that k6/websockets had before
({ name: 'k6/experimental/websockets', make(kit) { const { WebSocket, Blob } = kit.builtinExports('k6/websockets'); return { WebSocket, Blob }; } })
