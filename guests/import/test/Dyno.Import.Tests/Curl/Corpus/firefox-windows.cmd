curl "http://localhost:5000/ff" -X POST -H "Content-Type: application/json" --data-raw "{""lkcId"":""xx"",""n"":0}"
