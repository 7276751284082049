curl -T up.txt http://localhost:5000/put/
curl -T up.txt 'http://localhost:5000?x=1'
curl -T up.txt http://localhost:5000/named
curl -F 'image=@p.png.txt;filename=p.png' http://localhost:5000/f
curl -F 'note=@up.txt' http://localhost:5000/f
curl -X LIST http://localhost:5000/v1
curl -r 600 http://localhost:5000/r
curl --url-query 'name@up.txt' --url-query '+x=%20' --url-query 'a=b c' 'http://localhost:5000/q?a=1&'
curl --path-as-is 'http://localhost:5000/a/../b/%7e%41'
