#!/bin/sh
# Smoke test of the service
curl -fsS http://localhost:5000/healthz && echo ok
curl -s http://localhost:5000/items | jq '.[0]'
# the last one without quotes
curl -s http://localhost:5000/items?page=1&size=10
